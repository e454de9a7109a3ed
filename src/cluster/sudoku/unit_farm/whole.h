/* The whole board in one process, beside the farm: the engines that solve the problem without shards (CaDiCaL, local
 * search) run on a thread of their own while members search its units, and the first of both to settle the problem ends
 * the game. So a divided problem takes hardly longer than the same problem without shards, however long its units
 * take. */
#ifndef CLUSTER_SUDOKU_FARM_WHOLE_H
#define CLUSTER_SUDOKU_FARM_WHOLE_H

#include <pthread.h>
#include <stdatomic.h>

#include <cluster/program.h>
#include <solvers/sudoku/answer.h>

struct sudoku_whole {
    const struct sudoku_problem *problem;
    struct cluster_host *host; /* is woken at the end */
    pthread_t thread;
    bool started;
    _Atomic bool ended;
    _Atomic int cancel;
    /* The thread's own until `ended`. */
    struct nash_run run; /* with an arena of its own */
    struct nash_result result;
    struct nash_error error;
    enum nash_status status;
};

/* Starts the engines of a zeroed struct, unless as many of these threads run as there are processors: then the caller
 * tries again. Does nothing if they are started. */
void whole_start(struct sudoku_whole *whole, const struct sudoku_problem *problem, const struct nash_run *run);
/* Returns whether the engines have ended with a final answer. */
bool whole_has_settled(const struct sudoku_whole *whole);
/* Stops the engines, which takes some milliseconds at most. If they have settled the problem, copies the answer into
 * *answer, with its grids in the arena; else leaves *answer. NASH_NOMEM. */
enum nash_status whole_end(struct sudoku_whole *whole, struct sudoku_answer *answer, struct nash_arena *arena,
                           struct nash_error *error);

#endif
