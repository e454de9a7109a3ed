/* A proof in one process: the units of the farm, one after the other in the order of their tree, so that the answer is
 * that of the farm. Units wait on a stack, the next one on top. Where the engines of one process can answer, they do so
 * if the first unit does not: a farm runs them beside its members. */
#include <string.h>

#include <solvers/sudoku/exact/board.h>
#include <solvers/sudoku/exact/solve.h>
#include <solvers/sudoku/progress.h>
#include <solvers/sudoku/stops.h>

#include "proof.h"
#include "proof_answer.h"
#include "report.h"

enum { ALIGNED = 64, STACK_FIRST = 1 << 16 };

struct stack {
    struct nash_arena *arena;
    uint8_t *bytes; /* units, each with its length behind it (4 bytes) */
    size_t used, room;
    bool failed; /* out of memory */
};

struct alone {
    struct proof_job job;
    struct nash_run *run;
    struct stack stack, added; /* added: the units of one division, in the order of the tree */
    void *runner;
    uint8_t *unit, *answer;
    struct sudoku_progress progress;
};

static void stack_push(void *context, const uint8_t *bytes, size_t len)
{
    struct stack *stack = context;
    size_t need = stack->used + len + 4;
    if (need > stack->room) {
        size_t room = need > 2 * stack->room ? need + STACK_FIRST : 2 * stack->room;
        uint8_t *larger = nash_arena_alloc_raw(stack->arena, room, 1);
        if (!larger) {
            stack->failed = true;
            return;
        }
        if (stack->used)
            memcpy(larger, stack->bytes, stack->used);
        stack->bytes = larger;
        stack->room = room;
    }
    memcpy(stack->bytes + stack->used, bytes, len);
    bytes_put(stack->bytes + stack->used + len, 4, len);
    stack->used = need;
}

/* Removes the top, which stays in place until the next push. Returns its length. */
static size_t stack_pop(struct stack *stack, const uint8_t **bytes)
{
    size_t len = (size_t)bytes_get(stack->bytes + stack->used - 4, 4);
    stack->used -= len + 4;
    *bytes = stack->bytes + stack->used;
    return len;
}

/* Moves the added units to the stack, the first one on top. */
static void stack_added(struct alone *alone)
{
    const uint8_t *bytes;
    while (alone->added.used) {
        size_t len = stack_pop(&alone->added, &bytes);
        stack_push(&alone->stack, bytes, len);
    }
}

static bool run_is_over(void *context)
{
    struct nash_run *run = context;
    run->clock_in = 0; /* polled some hundred times a second: read the clock each time */
    return nash_stop(run, SUDOKU_CHECK_SEARCH);
}

static void report_progress(struct alone *alone)
{
    struct sudoku_answer *a = alone->progress.answer;
    if (!nash_progress_due(alone->run))
        return;
    a->count = alone->job.count > UINT32_MAX ? UINT32_MAX : (uint32_t)alone->job.count;
    sudoku_progress_send(&alone->progress);
}

/* Carries out the unit on top. Returns false if no further answer is needed; the stack may be empty otherwise. */
static bool next_unit(struct alone *alone)
{
    const uint8_t *bytes;
    size_t unit = stack_pop(&alone->stack, &bytes);
    memcpy(alone->unit, bytes, unit);
    size_t answer = proof_run(alone->runner, alone->unit, unit, alone->answer);
    alone->run->nodes += proof_job_steps(&alone->job, alone->answer, answer);
    bool more = proof_job_merge(&alone->job, alone->answer, answer);
    report_progress(alone);
    if (more && !run_is_over(alone->run)) {
        proof_job_divide(&alone->job, alone->unit, unit, alone->answer, answer, stack_push, &alone->added);
        stack_added(alone);
    }
    return more;
}

/* Tries the whole problem with a small budget. Returns whether that was enough, or the run is stopped; otherwise
 * nothing has happened. */
static bool try_whole(struct alone *alone)
{
    const uint8_t *bytes;
    struct proof_answer answer;
    proof_job_try(&alone->job, stack_push, &alone->stack);
    if (alone->stack.failed)
        return false;
    size_t unit = stack_pop(&alone->stack, &bytes);
    size_t len = proof_run(alone->runner, bytes, unit, alone->answer);
    bool spent = !proof_answer_read(&answer, &alone->job.task, alone->answer, len) || answer.ending == PROOF_SPENT ||
                 answer.ending == PROOF_ABANDONED;
    if (spent && alone->run->stopped == NASH_STOP_NONE)
        return false;
    alone->run->nodes += answer.nodes;
    proof_job_merge(&alone->job, alone->answer, len);
    return true;
}

static bool alone_init(struct alone *alone)
{
    struct nash_arena *arena = alone->run->arena;
    const struct sudoku_problem *p = alone->job.problem;
    alone->stack.arena = alone->added.arena = arena;
    alone->runner = nash_arena_alloc_raw(arena, proof_bytes(), ALIGNED);
    alone->unit = NASH_NEW(arena, uint8_t, PROOF_UNIT_MAX);
    alone->answer = NASH_NEW(arena, uint8_t, PROOF_ANSWER_MAX);
    alone->progress.best = NASH_NEW(arena, uint8_t, (size_t)p->size * p->size);
    if (!alone->runner || !alone->unit || !alone->answer || !alone->progress.best ||
        !proof_open(alone->runner, alone->job.bytes, alone->job.len))
        return false;
    alone->progress.problem = p;
    alone->progress.run = alone->run;
    alone->progress.engine = SUDOKU_BY_SEARCH;
    alone->progress.best_set = sudoku_board_grid(alone->job.board, alone->progress.best);
    proof_on_stop(alone->runner, run_is_over, alone->run);
    return true;
}

enum nash_status proof_whole(const struct sudoku_problem *p, struct nash_run *run, struct nash_result *result,
                             struct nash_error *error)
{
    struct sudoku_problem plain = *p;
    plain.options = NULL; /* local search may help, too */
    enum nash_status status = sudoku_solve_exact(&plain, run, result, error);
    if (status == NASH_OK)
        ((struct sudoku_answer *)result->answer)->units = sudoku_units_alone(run->arena, "proof", "nodes", 0, 0);
    return status;
}

enum nash_status proof_alone(const struct sudoku_problem *p, struct nash_run *run, struct nash_result *result,
                             struct nash_error *error)
{
    struct alone alone = {.run = run};
    bool settled, more = true;
    enum nash_status status = proof_begin(&alone.job, p, run->arena, &alone.progress.answer, &settled, error);
    result->answer = alone.progress.answer;
    result->final = true;
    if (status != NASH_OK || settled)
        return status;
    if (!alone_init(&alone))
        return nash_fail(error, NASH_NOMEM, "", "a proof of size %u does not fit into the memory of this job", p->size);
    bool tried = try_whole(&alone);
    if (!tried && !alone.stack.failed && proof_has_whole(p))
        return proof_whole(p, run, result, error);
    if (!tried) {
        if (!proof_job_cut(&alone.job, PROOF_CUBES, stack_push, &alone.added))
            alone.stack.failed = true;
        stack_added(&alone);
        while (more && alone.stack.used && !run_is_over(run))
            more = next_unit(&alone);
    }
    bool failed = alone.stack.failed || alone.added.failed;
    bool ended = !more || (!alone.stack.used && run->stopped == NASH_STOP_NONE && !failed);
    return proof_end(&alone.job, alone.progress.answer, ended, result, error);
}
