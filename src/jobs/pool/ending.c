/* How a run ends when its worker does: what to tell the person who asked. */
#include <signal.h>
#include <string.h>
#include <sys/wait.h>

#include <jobs/pool/slot.h>
#include <jobs/pool/worker.h>

static bool died_of(int wait_status, int signal_number)
{
    return WIFSIGNALED(wait_status) && WTERMSIG(wait_status) == signal_number;
}

/* A description as in "Segmentation fault", with its number for who looks it up. */
static void crashed(int wait_status, struct nash_error *error)
{
    if (WIFSIGNALED(wait_status))
        nash_fail_type(error, NASH_INTERNAL, "worker-crashed", "",
                       "The worker process died of signal %d (%s). This is a fault of the solver, not of the problem.",
                       WTERMSIG(wait_status), strsignal(WTERMSIG(wait_status)));
    else
        nash_fail_type(error, NASH_INTERNAL, "worker-crashed", "",
                       "The worker process ended with status %d before it had answered.", WEXITSTATUS(wait_status));
}

static void out_of_memory(const struct slot *slot, struct nash_error *error)
{
    nash_fail_type(error, NASH_NOMEM, "out-of-memory", "",
                   "The run needed more than the %zu MiB of memory this kind may use.",
                   slot->execution->solver->limits.memory_bytes >> 20);
}

/* The kernel, out of memory, kills; and so may an administrator. The job's reader is told the likelier of the two. */
static void killed_from_outside(struct nash_error *error)
{
    nash_fail_type(error, NASH_NOMEM, "out-of-memory", "",
                   "The worker process was killed by the system, as it does when the machine has no memory left.");
}

static void ended_by_itself(const struct slot *slot, int wait_status, struct nash_error *error)
{
    if (died_of(wait_status, SIGSYS))
        nash_fail_type(error, NASH_INTERNAL, "sandbox-violation", "",
                       "The worker process tried a system call its sandbox forbids, and was ended.");
    else if (WIFEXITED(wait_status) && WEXITSTATUS(wait_status) == WORKER_EXIT_NOMEM)
        out_of_memory(slot, error);
    else if (died_of(wait_status, SIGKILL))
        killed_from_outside(error);
    else
        crashed(wait_status, error);
}

static void no_sense(struct nash_error *error)
{
    nash_fail_type(error, NASH_INTERNAL, "worker-crashed", "",
                   "The worker process said what no worker says, and was ended.");
}

void ending_explain(const struct pool *pool, const struct slot *slot, int wait_status,
                    struct execution_outcome *outcome)
{
    struct nash_error *error = &outcome->error;
    *outcome = (struct execution_outcome){0};
    if (pool->zygote_gone) {
        outcome->status = nash_fail_type(error, NASH_INTERNAL, "worker-crashed", "",
                                         "The process that keeps the workers has died, and they with it.");
        return;
    }
    switch (slot->kill) {
    case KILL_CANCEL:
        outcome->stopped = NASH_STOP_CANCEL;
        nash_fail_type(error, NASH_STOPPED, "cancelled", "",
                       "The run did not stop when it was asked to, and was ended; what it had not yet told is lost.");
        break;
    case KILL_RUNAWAY:
        nash_fail_type(error, NASH_INTERNAL, "runaway", "",
                       "The solver went on after its time budget of %u ms was over, and was ended.",
                       slot->execution->timeout_ms);
        break;
    case KILL_FLOOD:
        nash_fail_type(error, NASH_INTERNAL, "output-limit", "",
                       "The worker process said more than its limits allow, and was ended.");
        break;
    case KILL_STRANGE:
        no_sense(error);
        break;
    case KILL_MUTE: /* it closed its socket: dead already, or was it we who ended it? */
        if (died_of(wait_status, SIGKILL))
            no_sense(error);
        else
            ended_by_itself(slot, wait_status, error);
        break;
    case KILL_START:
    case KILL_NONE:
        ended_by_itself(slot, wait_status, error);
        break;
    }
    outcome->status = error->status;
}

void ending_count(struct pool *pool, const struct slot *slot, const struct execution_outcome *outcome)
{
    const char *type = outcome->error.type;
    if (slot->kill == KILL_CANCEL)
        return;
    if (strcmp(type, "out-of-memory") == 0)
        pool->stats.out_of_memory++;
    else if (strcmp(type, "runaway") == 0)
        pool->stats.runaways++;
    else if (strcmp(type, "sandbox-violation") == 0)
        pool->stats.sandbox_violations++;
    else
        pool->stats.crashes++;
}
