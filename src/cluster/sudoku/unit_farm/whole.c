#include "whole.h"

#include <string.h>
#include <unistd.h>

#include <solvers/sudoku/units/proof_answer.h>

extern const struct nash_solver nash_solver_sudoku;

/* Threads of this kind in this server. */
static _Atomic long threads;

static bool slot_take(void)
{
    long most = sysconf(_SC_NPROCESSORS_ONLN);
    if (atomic_fetch_add(&threads, 1) < (most > 1 ? most : 1))
        return true;
    atomic_fetch_sub(&threads, 1);
    return false;
}

static void *whole_main(void *context)
{
    struct sudoku_whole *whole = context;
    whole->status = proof_whole(whole->problem, &whole->run, &whole->result, &whole->error);
    atomic_store(&whole->ended, true);
    whole->host->wake(whole->host);
    return NULL;
}

void whole_start(struct sudoku_whole *whole, const struct sudoku_problem *problem, const struct nash_run *run)
{
    if (whole->started || !slot_take())
        return;
    whole->problem = problem;
    whole->host = run->host;
    whole->run = (struct nash_run){
        .arena = nash_arena_new(nash_solver_sudoku.limits.memory_bytes), .seed = run->seed, .cancel = &whole->cancel};
    whole->started = whole->run.arena != NULL && pthread_create(&whole->thread, NULL, whole_main, whole) == 0;
    if (!whole->started) {
        nash_arena_free(whole->run.arena);
        atomic_fetch_sub(&threads, 1);
    }
}

bool whole_has_settled(const struct sudoku_whole *whole)
{
    return atomic_load(&whole->ended) && whole->status == NASH_OK && whole->result.final;
}

/* Copies a grid, which may be NULL. Returns false if the arena is exhausted. */
static bool grid_copy(uint8_t **grid, size_t cells, struct nash_arena *arena)
{
    if (*grid == NULL)
        return true;
    uint8_t *copy = NASH_NEW(arena, uint8_t, cells);
    if (copy != NULL)
        memcpy(copy, *grid, cells);
    *grid = copy;
    return copy != NULL;
}

enum nash_status whole_end(struct sudoku_whole *whole, struct sudoku_answer *answer, struct nash_arena *arena,
                           struct nash_error *error)
{
    enum nash_status status = NASH_OK;
    if (!whole->started)
        return NASH_OK;
    atomic_store(&whole->cancel, 1);
    pthread_join(whole->thread, NULL);
    atomic_fetch_sub(&threads, 1);
    if (whole_has_settled(whole)) {
        size_t cells = (size_t)whole->problem->size * whole->problem->size;
        *answer = *(const struct sudoku_answer *)whole->result.answer;
        if (!grid_copy(&answer->solution, cells, arena) || !grid_copy(&answer->other, cells, arena) ||
            !grid_copy(&answer->partial, cells, arena))
            status = nash_fail(error, NASH_NOMEM, "", "the answer does not fit into the memory of this job");
    }
    nash_arena_free(whole->run.arena);
    return status;
}
