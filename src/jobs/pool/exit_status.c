/* Derives the error of a job from the end of its worker process.
 *
 * A signal from outside (the kernel when memory runs out, an administrator, another program) says nothing about the
 * problem, so `killed` permits another try. SIGKILL that this server did not send is one. Any other signal that ends a
 * process is also what a fault of its own looks like here; the process itself distinguishes the two by the sender, and
 * ends with WORKER_EXIT_SIGNAL. A crash may have been caused by what was solved before in the same process, or by the
 * machine, so `crashed` permits another try, too. What a limit or the sandbox has ended would only repeat. */
#include "exit_status.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

#include <jobs/pool/process/worker_process.h>

#include "worker.h"

static bool died_of(int wait_status, int signal_number)
{
    return WIFSIGNALED(wait_status) && WTERMSIG(wait_status) == signal_number;
}

/* Describes the signal, as in "Segmentation fault", and gives its number. */
static void explain_crash(int wait_status, struct nash_error *error)
{
    if (WIFSIGNALED(wait_status))
        nash_fail_type(error, NASH_INTERNAL, "worker-crashed", "",
                       "The worker process died of signal %d (%s). This is a fault of the solver, not of the problem.",
                       WTERMSIG(wait_status), strsignal(WTERMSIG(wait_status)));
    else
        nash_fail_type(error, NASH_INTERNAL, "worker-crashed", "",
                       "The worker process ended with status %d before it sent an answer.", WEXITSTATUS(wait_status));
}

static void explain_out_of_memory(const struct worker *worker, struct nash_error *error)
{
    nash_fail_type(error, NASH_NOMEM, "out-of-memory", "",
                   "The solver needed more than the %zu MiB of memory this kind may use.",
                   worker->work->solver->limits.memory_bytes >> 20);
}

int exit_status_outside_signal(int wait_status)
{
    if (died_of(wait_status, SIGKILL))
        return SIGKILL;
    int code = WIFEXITED(wait_status) ? WEXITSTATUS(wait_status) : 0;
    return code > WORKER_EXIT_SIGNAL && code - WORKER_EXIT_SIGNAL < NSIG ? code - WORKER_EXIT_SIGNAL : 0;
}

static void explain_kill(int signal_number, struct nash_error *error)
{
    const char *name = sigabbrev_np(signal_number);
    const char *likely = signal_number == SIGKILL ? " The system sends it when the machine runs out of memory." : "";
    nash_fail_type(
        error, NASH_BUSY, "worker-killed", "",
        "The worker process was killed by signal %d (SIG%s), which neither the solver nor the server sent.%s",
        signal_number, name != NULL ? name : "?", likely);
}

static void explain_exit(const struct worker *worker, int wait_status, struct work_result *result)
{
    struct nash_error *error = &result->error;
    int signal_number = exit_status_outside_signal(wait_status);
    result->killed = signal_number != 0;
    if (result->killed)
        explain_kill(signal_number, error);
    else if (died_of(wait_status, SIGSYS))
        nash_fail_type(error, NASH_INTERNAL, "sandbox-violation", "",
                       "The worker process tried a system call that its sandbox forbids, and was killed.");
    else if (WIFEXITED(wait_status) && WEXITSTATUS(wait_status) == WORKER_EXIT_NOMEM)
        explain_out_of_memory(worker, error);
    else
        explain_crash(wait_status, error);
}

static void explain_protocol_violation(struct nash_error *error)
{
    nash_fail_type(error, NASH_INTERNAL, "worker-crashed", "",
                   "The worker process sent an invalid message and was killed.");
}

void exit_status_explain(const struct pool *pool, const struct worker *worker, int wait_status,
                         struct work_result *result)
{
    struct nash_error *error = &result->error;
    *result = (struct work_result){0};
    if (pool->zygote_gone) {
        result->killed = true;
        result->status = nash_fail_type(error, NASH_BUSY, "worker-killed", "",
                                        "The process that starts the workers has died, and the workers with it.");
        return;
    }
    switch (worker->kill) {
    case KILL_CANCEL:
        result->stopped = NASH_STOP_CANCEL;
        nash_fail_type(
            error, NASH_STOPPED, "cancelled", "",
            "The solver did not stop after the cancel and was killed; what it had not reported yet is lost.");
        break;
    case KILL_INPUT:
        result->killed = true;
        nash_fail_type(error, NASH_BUSY, "unavailable", "",
                       "The server could not read the problem again that it had stored. Submit it again later.");
        break;
    case KILL_RUNAWAY:
        if (worker->work->kind == WORK_READING)
            nash_fail_type(error, NASH_INTERNAL, "runaway", "",
                           "The problem was not read within %u s, and the worker process was killed.",
                           worker->work->timeout_ms / 1000);
        else
            nash_fail_type(error, NASH_INTERNAL, "runaway", "",
                           "The solver continued after its time limit of %u ms and was killed.",
                           worker->work->timeout_ms);
        break;
    case KILL_OUTPUT:
        nash_fail_type(error, NASH_INTERNAL, "output-limit", "",
                       "The worker process produced more output than its limits allow and was killed.");
        break;
    case KILL_PROTOCOL:
        explain_protocol_violation(error);
        break;
    case KILL_CLOSED: /* the process had closed its socket: it ended by itself, unless the server sent SIGKILL */
        if (died_of(wait_status, SIGKILL))
            explain_protocol_violation(error);
        else
            explain_exit(worker, wait_status, result);
        break;
    case KILL_START:
    case KILL_NONE:
        explain_exit(worker, wait_status, result);
        break;
    }
    result->status = error->status;
    result->crashed = strcmp(error->type, "worker-crashed") == 0;
}

void exit_status_count(struct pool *pool, const struct worker *worker, const struct work_result *result)
{
    const char *type = result->error.type;
    if (worker->kill == KILL_CANCEL)
        return;
    if (strcmp(type, "out-of-memory") == 0)
        pool->stats.out_of_memory++;
    else if (result->killed)
        pool->stats.killed++;
    else if (strcmp(type, "runaway") == 0)
        pool->stats.runaways++;
    else if (strcmp(type, "sandbox-violation") == 0)
        pool->stats.sandbox_violations++;
    else
        pool->stats.crashes++;
}
