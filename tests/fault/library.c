/* The kind "library": a solver with a library. In the text form, "keep N" lets the library keep N MiB of tables from
 * one problem to the next, which is allowed, and "spin N" lets it run without polling for a stop. The answer reports
 * the memory that the process keeps, or that the library was interrupted. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <nash/solver.h>
#include <solvers/interrupt.h>
#include <solvers/kit/beside_text.h>

enum { PIECE_BYTES = 1 << 20, RESIDENT_MIB = 48 };

struct task {
    bool spins;
    int64_t n;
    unsigned kept; /* MiB that the process keeps after the solve */
};

static enum nash_status parse(const struct nash_json *doc, struct nash_arena *arena, void **problem,
                              struct nash_error *error)
{
    (void)doc, (void)arena, (void)problem;
    return nash_fail(error, NASH_INVALID, "", "send text");
}

static enum nash_status parse_text(const char *text, size_t len, const struct nash_json *members,
                                   struct nash_arena *arena, void **problem, struct nash_error *error)
{
    enum nash_status status = reader_no_members(members, arena, error);
    if (status != NASH_OK || text == NULL)
        return status;
    struct task *task = NASH_NEW(arena, struct task, 1);
    *problem = task;
    task->spins = len > 5 && memcmp(text, "spin ", 5) == 0;
    if (len < 6 || (!task->spins && memcmp(text, "keep ", 5) != 0) || !nash_parse_int64(text + 5, len - 5, &task->n))
        return nash_fail(error, NASH_INVALID, "", "must be \"keep\" or \"spin\" and a number");
    return NASH_OK;
}

static void canon(const void *problem, struct nash_sha256 *sha)
{
    const struct task *task = problem;
    nash_sha256_u64(sha, task->spins);
    nash_sha256_u64(sha, (uint64_t)task->n);
}

static void spin(void *context)
{
    for (volatile uint64_t *turns = context;;)
        ++*turns;
}

/* Grows the kept memory to n MiB; returns the MiB kept. Takes so long that the host examines the heap afterwards. */
static unsigned keep(int64_t mib)
{
    static void *volatile last; /* a list, so that the compiler does not remove the allocations */
    static unsigned kept;
    for (; kept < mib; kept++) {
        void **block = malloc(PIECE_BYTES);
        if (block == NULL)
            abort();
        memset(block, 1, PIECE_BYTES);
        *block = last;
        last = block;
    }
    nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
    return kept;
}

static enum nash_status solve(const void *problem, struct nash_run *run, struct nash_result *result,
                              struct nash_error *error)
{
    struct task *task = (struct task *)(uintptr_t)problem;
    struct interrupt_text text;
    uint64_t turns = 0;
    (void)error;
    if (!task->spins)
        task->kept = keep(task->n);
    else if (interrupt_text_of((const void *)(uintptr_t)spin, &text))
        interrupt_call(spin, &turns, &text, run);
    result->final = !task->spins;
    result->answer = task;
    return NASH_OK;
}

static enum nash_status verify(const void *problem, const struct nash_result *result, struct nash_error *error)
{
    (void)problem, (void)result, (void)error;
    return NASH_OK;
}

static void write(const void *problem, const struct nash_result *result, struct nash_jsonw *out)
{
    const struct task *task = result->answer;
    (void)problem;
    nash_jsonw_object(out);
    nash_jsonw_kuint(out, task->spins ? "left" : "kept", task->kept);
    nash_jsonw_object_end(out);
}

static void write_text(const void *problem, const struct nash_result *result, struct nash_buf *out)
{
    const struct task *task = result->answer;
    (void)problem;
    if (task->spins)
        nash_buf_puts(out, "left");
    else
        nash_buf_printf(out, "kept %u", task->kept);
}

extern const struct nash_solver nash_solver_library;
const struct nash_solver nash_solver_library = {
    .kind = "library",
    .title = "Keeps memory, and does not come back",
    .version = "1",
    .limits = {.body_bytes = 1 << 16,
               .memory_bytes = 96 << 20,
               .resident_bytes = RESIDENT_MIB << 20,
               .result_bytes = 1 << 16,
               .time_ms_default = 500,
               .time_ms_max = 60000},
    .parse = parse,
    .parse_text = parse_text,
    .canon = canon,
    .solve = solve,
    .verify = verify,
    .write = write,
    .write_text = write_text,
};
