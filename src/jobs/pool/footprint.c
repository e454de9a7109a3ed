/* The memory of a worker: limited anew for each run to what the process had at its start and what the kind's limit
 * allows on top, for the arena and for libraries that allocate themselves, and the problem as long as it is. What a
 * large run took is given back; a process that cannot (a heap in pieces, a leak) would run the next one in less, so it
 * ends and a new one takes its place.
 *
 * A library may keep tables from run to run, since a new process for each would cost more than the run (resident_bytes
 * of the kind's limits). They count to the start for runs of other kinds, which have the same room on top as ever; for
 * its own they are part of what the kind's limit allows, so that no worker grows by having worked. */
#include <malloc.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#include <jobs/pool/sandbox.h>
#include <jobs/pool/solving.h>

enum {
    SLACK_BYTES = 48 << 20, /* above a kind's memory: result, heap in pieces, a short problem */
    LONG_BYTES = 1 << 20,   /* a longer one counts besides, in whole steps of this */
    TRIM_BYTES = 16 << 20,  /* a run that held more gives its heap back */
    GROWN_BYTES = 24 << 20, /* a process that still has this much more than at its start retires */
    BASE_BYTES = 256 << 20  /* address space at the start, where it cannot be read */
};

static uint64_t larger(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* 0 = unknown. No stdio: it works in the sandbox too. */
static uint64_t address_space(const struct worker *worker)
{
    char text[32];
    ssize_t got = worker->statm >= 0 ? pread(worker->statm, text, sizeof text - 1, 0) : -1;
    if (got <= 0)
        return 0;
    text[got] = '\0';
    return strtoull(text, NULL, 10) * (uint64_t)sysconf(_SC_PAGESIZE);
}

static void limit_address_space(struct worker *worker, uint64_t bytes)
{
    struct rlimit limit = {.rlim_cur = bytes, .rlim_max = RLIM_INFINITY};
    if (SANDBOX_SANITIZED || bytes == worker->limit_bytes)
        return;
    getrlimit(RLIMIT_AS, &limit);
    limit.rlim_cur = bytes < limit.rlim_max ? bytes : limit.rlim_max;
    if (worker->limit_bytes == 0) /* the first and largest one */
        limit.rlim_max = limit.rlim_cur;
    setrlimit(RLIMIT_AS, &limit);
    worker->limit_bytes = bytes;
}

static uint64_t limit_for(const struct worker *worker, const struct nash_solver *solver, size_t problem_bytes)
{
    uint64_t own = solver->limits.resident_bytes;
    uint64_t of_others = worker->kept_bytes > own ? worker->kept_bytes - own : 0;
    return worker->base_bytes + of_others + solver->limits.memory_bytes + SLACK_BYTES +
           problem_bytes / LONG_BYTES * LONG_BYTES;
}

void footprint_limit_for(struct worker *worker, const struct nash_solver *solver, size_t problem_bytes)
{
    limit_address_space(worker, limit_for(worker, solver, problem_bytes));
}

/* No run of any kind may ever have more than this. */
void footprint_limit(struct worker *worker)
{
    size_t count;
    uint64_t most = 0, kept = 0;
    const struct nash_solver *const *kinds = nash_kinds(&count);
    for (size_t i = 0; i < count; i++) {
        most = larger(most, limit_for(worker, kinds[i], kinds[i]->limits.body_bytes));
        kept = larger(kept, kinds[i]->limits.resident_bytes);
    }
    limit_address_space(worker, most + kept);
}

/* All that libc has from the system, in use or not. */
static uint64_t heap_bytes(void)
{
    struct mallinfo2 heap = mallinfo2();
    return heap.arena + heap.hblkhd;
}

void footprint_begin(struct worker *worker)
{
    worker->base_heap = heap_bytes();
    worker->base_bytes = address_space(worker);
    if (worker->base_bytes == 0)
        worker->base_bytes = BASE_BYTES;
}

bool footprint_is_large(const struct worker *worker, bool heap_too)
{
    return nash_arena_peak(worker->arena) + worker->problem.room + worker->result.room >= TRIM_BYTES ||
           (heap_too && heap_bytes() >= worker->base_heap + TRIM_BYTES);
}

bool footprint_tidy(struct worker *worker, const struct nash_solver *solver)
{
    worker->keeps_most = larger(worker->keeps_most, solver->limits.resident_bytes);
    if (!footprint_is_large(worker, true))
        return false;
    nash_arena_reset(worker->arena, 0);
    nash_buf_free(&worker->problem);
    malloc_trim(0);
    uint64_t now = address_space(worker), grown = now > worker->base_bytes ? now - worker->base_bytes : 0;
    if (now == 0 || grown > worker->keeps_most + GROWN_BYTES)
        return true;
    if (worker->keeps_most > 0) {
        worker->kept_bytes = grown < worker->keeps_most ? grown : worker->keeps_most;
        worker->base_heap = heap_bytes();
    }
    return false;
}
