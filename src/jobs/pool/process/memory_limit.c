/* The memory of a worker process. The limit of its address space is set for each problem: what the process had at its
 * start, plus the kind's limit for the arena and for libraries that allocate by themselves, plus the length of the
 * problem. After a large problem, the process returns the memory to the system. A process that cannot do so (a
 * fragmented heap, a leak) would have less for the next one, so it ends and is replaced.
 *
 * A library may keep tables from one problem to the next, since a new process for each would cost more than solving
 * (resident_bytes of the kind's limits). For problems of other kinds, the tables are added to the limit, so that these
 * kinds have as much memory as before. For problems of their own kind, they are part of the kind's limit, so that no
 * worker grows over time. */
#include <malloc.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#include <jobs/pool/sandbox.h>

#include "solve_loop.h"

enum {
    SLACK_BYTES = 48 << 20, /* added to a kind's memory for the result, a fragmented heap and a short problem */
    LONG_BYTES = 1 << 20,   /* the length of a longer problem is added, in multiples of this */
    TRIM_BYTES = 16 << 20,  /* after work that used more, the heap is returned to the system */
    GROWN_BYTES = 24 << 20, /* a process that still has this much more address space than at its start retires */
    BASE_BYTES = 256 << 20  /* assumed address space at the start, where it cannot be read */
};

static uint64_t max_u64(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* Returns the address space in bytes; 0 when it is unknown. Uses no stdio, so that it works in the sandbox. */
static uint64_t address_space(const struct worker_process *process)
{
    char text[32];
    ssize_t got = process->statm >= 0 ? pread(process->statm, text, sizeof text - 1, 0) : -1;
    if (got <= 0)
        return 0;
    text[got] = '\0';
    return strtoull(text, NULL, 10) * (uint64_t)sysconf(_SC_PAGESIZE);
}

static void limit_address_space(struct worker_process *process, uint64_t bytes)
{
    struct rlimit limit = {.rlim_cur = bytes, .rlim_max = RLIM_INFINITY};
    if (SANDBOX_SANITIZED || bytes == process->limit_bytes)
        return;
    getrlimit(RLIMIT_AS, &limit);
    limit.rlim_cur = bytes < limit.rlim_max ? bytes : limit.rlim_max;
    if (process->limit_bytes == 0) /* the first limit is the largest and becomes the hard limit */
        limit.rlim_max = limit.rlim_cur;
    setrlimit(RLIMIT_AS, &limit);
    process->limit_bytes = bytes;
}

static uint64_t limit_for(const struct worker_process *process, const struct nash_solver *solver, size_t problem_bytes)
{
    uint64_t own = solver->limits.resident_bytes;
    uint64_t of_others = process->resident_bytes > own ? process->resident_bytes - own : 0;
    return process->base_bytes + of_others + solver->limits.memory_bytes + SLACK_BYTES +
           problem_bytes / LONG_BYTES * LONG_BYTES;
}

void memory_limit_set(struct worker_process *process, const struct nash_solver *solver, size_t problem_bytes)
{
    limit_address_space(process, limit_for(process, solver, problem_bytes));
}

void memory_limit_lock(struct worker_process *process)
{
    size_t count;
    uint64_t most = 0, kept = 0;
    const struct nash_solver *const *kinds = nash_kinds(&count);
    for (size_t i = 0; i < count; i++) {
        size_t resume_bytes = kinds[i]->resumable != NULL ? BLOB_RESUME_MAX : 0;
        most = max_u64(most, limit_for(process, kinds[i], nash_problem_bytes(&kinds[i]->limits) + resume_bytes));
        kept = max_u64(kept, kinds[i]->limits.resident_bytes);
    }
    limit_address_space(process, most + kept);
}

/* Returns all memory that libc has from the system, in use or not. */
static uint64_t heap_bytes(void)
{
    struct mallinfo2 heap = mallinfo2();
    return heap.arena + heap.hblkhd;
}

void memory_limit_init(struct worker_process *process)
{
    process->base_heap = heap_bytes();
    process->base_bytes = address_space(process);
    if (process->base_bytes == 0)
        process->base_bytes = BASE_BYTES;
}

bool memory_is_large(const struct worker_process *process, bool heap_too)
{
    return nash_arena_peak(process->arena) + process->problem.room + process->result.room >= TRIM_BYTES ||
           (heap_too && heap_bytes() >= process->base_heap + TRIM_BYTES);
}

bool memory_tidy(struct worker_process *process, const struct nash_solver *solver)
{
    process->resident_max = max_u64(process->resident_max, solver->limits.resident_bytes);
    if (!memory_is_large(process, true))
        return false;
    nash_arena_reset(process->arena, 0);
    nash_buf_free(&process->problem);
    malloc_trim(0);
    uint64_t now = address_space(process), grown = now > process->base_bytes ? now - process->base_bytes : 0;
    if (now == 0 || grown > process->resident_max + GROWN_BYTES)
        return true;
    if (process->resident_max > 0) {
        process->resident_bytes = grown < process->resident_max ? grown : process->resident_max;
        process->base_heap = heap_bytes();
    }
    return false;
}
