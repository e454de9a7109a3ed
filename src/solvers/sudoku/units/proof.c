/* The member's side of a proof: the engine for 9x9 where it fits, else the general board and its search.
 *
 * A search is given by its path: the literals decided and refuted on the way to the present node. Each decision whose
 * other side is not searched yet is an open step. So a search that stops at any node is resumed from its path,
 * elsewhere and without what it has learnt: the weights of constraints begin anew with each unit. */
#include "proof.h"

#include <string.h>

#include <solvers/sudoku/exact/search.h>
#include <solvers/sudoku/nine/part.h>

#include "proof_wire.h"

enum {
    RUNNER_BYTES = 4 << 20, /* enough for 49x49 with every rule and cages */
    STOP_EVERY = 64,        /* nodes of the search between two calls of stop() */
    NINE_SLICE = 20000,     /* guesses of the 9x9 engine between them, about 4 ms */
    STRETCH = 16            /* a path that is too long for an answer stretches the budget at most so many times */
};

struct proof {
    struct nash_arena *arena;
    struct proof_task task;
    bool (*stop)(void *context);
    void *stop_context;
    uint8_t *kept; /* [task.keep][task.open] the solutions to answer with */
    unsigned kept_count;
    uint8_t *row; /* [task.open] the last solution */
    unsigned __int128 count;

    /* The general board */
    struct sudoku_search *search;
    unsigned root; /* trail length of the task */
    bool possible; /* the task has no contradiction */
    unsigned polls;
    uint8_t *grid; /* [cells] */

    /* 9x9 */
    struct sudoku_nine_part *part;
    sudoku_nine_part_fn *nine;
    uint16_t *marks; /* [81] */
};

size_t proof_bytes(void)
{
    return RUNNER_BYTES;
}

static bool open_board(struct proof *proof)
{
    const struct sudoku_problem *p = &proof->task.problem;
    size_t cells = (size_t)p->size * p->size;
    const struct sudoku_geometry *geometry = sudoku_geometry_new(proof->arena, p);
    struct sudoku_board *board = geometry ? sudoku_board_new(proof->arena, geometry) : NULL;
    proof->search = board ? sudoku_search_new(proof->arena, board) : NULL;
    proof->grid = NASH_NEW(proof->arena, uint8_t, cells);
    if (!proof->search || !proof->grid)
        return false;
    proof->search->path = NASH_NEW(proof->arena, uint32_t, cells * p->size + PROOF_STEPS_MAX);
    proof->possible = sudoku_board_load(board, p) && sudoku_board_propagate(board);
    proof->root = board->removed;
    return proof->search->path != NULL;
}

static bool open_nine(struct proof *proof)
{
    proof->part = NASH_NEW(proof->arena, struct sudoku_nine_part, 1);
    proof->marks = NASH_NEW(proof->arena, uint16_t, NINE_CELLS);
    proof->nine = sudoku_nine_part_path(0);
    return proof->part && proof->marks;
}

bool proof_open(void *memory, const uint8_t *bytes, size_t len)
{
    struct proof *proof = memory;
    size_t own = (sizeof *proof + 63) / 64 * 64;
    *proof = (struct proof){.arena = nash_arena_in((uint8_t *)memory + own, RUNNER_BYTES - own)};
    if (!proof_task_read(&proof->task, bytes, len, proof->arena))
        return false;
    proof->kept = NASH_NEW(proof->arena, uint8_t, (size_t)proof->task.keep * proof->task.open);
    proof->row = NASH_NEW(proof->arena, uint8_t, proof->task.open);
    return proof->kept && proof->row && (proof_is_nine(&proof->task.problem) ? open_nine(proof) : open_board(proof));
}

void proof_on_stop(void *memory, bool (*stop)(void *context), void *context)
{
    struct proof *proof = memory;
    proof->stop = stop;
    proof->stop_context = context;
}

/* ---- solutions ---- */

static bool row_is_less(const uint8_t *a, const uint8_t *b, size_t open)
{
    size_t i = 0;
    while (i < open && a[i] == b[i])
        i++;
    return i < open && a[i] < b[i];
}

/* Returns the place of the last solution among the least ones, which are in ascending order. */
static unsigned place_of_row(const struct proof *proof)
{
    size_t open = proof->task.open;
    unsigned low = 0, high = proof->kept_count;
    while (low < high) {
        unsigned middle = (low + high) / 2;
        if (row_is_less(proof->kept + middle * open, proof->row, open))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Keeps a solution (values 1..N), if it belongs to the answer. */
static void keep_solution(struct proof *proof, const uint8_t *grid)
{
    size_t open = proof->task.open;
    unsigned keep = proof->task.keep, at = proof->kept_count;
    for (size_t i = 0; i < open; i++)
        proof->row[i] = (uint8_t)(grid[proof->task.cell[i]] - 1);
    if (proof->task.least)
        at = place_of_row(proof);
    if (at >= keep)
        return;
    unsigned behind = (proof->kept_count < keep ? proof->kept_count : keep - 1) - at;
    memmove(proof->kept + (at + 1) * open, proof->kept + at * open, behind * open);
    memcpy(proof->kept + at * open, proof->row, open);
    proof->kept_count += proof->kept_count < keep;
}

/* Returns whether a further solution can change the answer but for the count. */
static bool wants_solutions(const struct proof *proof)
{
    return proof->task.least ? proof->task.keep : proof->kept_count < proof->task.keep;
}

/* Counts a solution. Returns whether the limit is reached. */
static bool limit_reached(struct proof *proof)
{
    return ++proof->count == proof->task.limit;
}

/* ---- answers ---- */

/* Writes the answer without its path. */
static uint8_t *write_head(const struct proof *proof, enum proof_ending ending, uint64_t nodes, unsigned steps,
                           uint8_t *answer)
{
    size_t kept = (size_t)proof->kept_count * proof->task.open;
    uint8_t *at = bytes_put(bytes_put(answer, 1, ending), 1, 0);
    at = bytes_put(bytes_put(at, 2, proof->kept_count), 4, steps);
    at = bytes_put(at, 8, nodes);
    at = bytes_put(bytes_put(at, 8, (uint64_t)proof->count), 8, (uint64_t)(proof->count >> 64));
    memcpy(at, proof->kept, kept);
    return at + kept;
}

/* ---- the general board ---- */

static bool poll_stop(struct sudoku_search *search)
{
    struct proof *proof = search->context;
    return proof->stop && proof->polls++ % STOP_EVERY == STOP_EVERY - 1 && proof->stop(proof->stop_context);
}

static void reset_search(struct proof *proof)
{
    struct sudoku_search *search = proof->search;
    sudoku_board_undo(search->board, proof->root);
    sudoku_search_reset(search);
    search->context = proof;
    search->halted = poll_stop;
}

/* Goes along the path, until a contradiction. An open step whose literal holds already has no other side. */
static void follow_path(struct proof *proof, const struct proof_unit *unit)
{
    struct sudoku_search *search = proof->search;
    struct sudoku_board *board = search->board;
    for (unsigned i = 0; i < unit->steps && board->failed == SUDOKU_NO_CONSTRAINT; i++) {
        uint32_t step = proof_step_get(unit->path, i), literal = step & PROOF_LITERAL;
        unsigned cell = SUDOKU_LITERAL_CELL(literal), value = SUDOKU_LITERAL_VALUE(literal);
        if (step & PROOF_OPEN) {
            if (!sudoku_board_propagate(board))
                return;
            if (board->open[cell] != UINT64_C(1) << value) {
                sudoku_search_push(search, literal);
                sudoku_board_assign(board, cell, value);
                continue;
            }
        }
        search->path[search->steps++] = step & ~(uint32_t)PROOF_OPEN;
        if (step & PROOF_NOT)
            sudoku_board_remove(board, cell, value);
        else
            sudoku_board_assign(board, cell, value);
    }
}

static void write_path(const struct sudoku_search *search, uint8_t *at)
{
    unsigned depth = 0;
    for (unsigned i = 0; i < search->steps; i++) {
        bool open = depth < search->depth && search->frame[depth].steps == i;
        depth += open;
        proof_step_put(at, i, search->path[i] | (open ? (uint32_t)PROOF_OPEN : 0));
    }
}

static size_t run_board(struct proof *proof, const struct proof_unit *unit, uint8_t *answer)
{
    struct sudoku_search *search = proof->search;
    enum sudoku_outcome outcome = SUDOKU_EXHAUSTED;
    enum proof_ending ending = PROOF_EXHAUSTED;
    uint64_t budget = unit->budget;
    reset_search(proof);
    if (proof->possible)
        follow_path(proof, unit);
    while (proof->possible && ending == PROOF_EXHAUSTED) {
        outcome = sudoku_search_next(search, budget - search->nodes);
        if (outcome == SUDOKU_EXHAUSTED)
            break;
        if (outcome == SUDOKU_FOUND) {
            if (wants_solutions(proof)) {
                sudoku_board_grid(search->board, proof->grid);
                keep_solution(proof, proof->grid);
            }
            ending = limit_reached(proof) ? PROOF_ENOUGH : PROOF_EXHAUSTED;
        } else if (search->steps <= PROOF_STEPS_MAX || outcome == SUDOKU_HALTED) {
            ending = search->steps <= PROOF_STEPS_MAX ? PROOF_SPENT : PROOF_ABANDONED;
        } else if ((budget += unit->budget) > STRETCH * unit->budget) {
            ending = PROOF_ABANDONED;
        }
    }
    unsigned steps = ending == PROOF_SPENT ? search->steps : 0;
    uint8_t *at = write_head(proof, ending, search->nodes, steps, answer);
    if (steps)
        write_path(search, at);
    return (size_t)(at - answer) + (size_t)PROOF_STEP * steps;
}

/* ---- 9x9 ---- */

static bool nine_solution(struct sudoku_nine_part *part, const uint8_t value[NINE_CELLS])
{
    struct proof *proof = part->context;
    keep_solution(proof, value);
    if (!wants_solutions(proof) && !proof->task.limit)
        part->each = NULL;
    return !limit_reached(proof);
}

/* Sets the marks by the cells of the path, and the triads as the path of the engine. Returns the number of cells. */
static unsigned nine_begin(struct proof *proof, const struct proof_unit *unit)
{
    struct sudoku_nine_part *part = proof->part;
    unsigned cells = 0;
    for (unsigned cell = 0; cell < NINE_CELLS; cell++)
        proof->marks[cell] = (uint16_t)proof->task.problem.allowed[cell];
    part->steps = 0;
    for (unsigned i = 0; i < unit->steps; i++) {
        uint32_t step = proof_step_get(unit->path, i), literal = step & PROOF_LITERAL;
        uint16_t *mark = &proof->marks[SUDOKU_LITERAL_CELL(literal) % NINE_CELLS];
        if (literal & PROOF_TRIAD)
            part->path[part->steps++] =
                (uint16_t)((literal & ~(uint32_t)PROOF_TRIAD) | (step & PROOF_NOT ? (uint32_t)NINE_NOT : 0) |
                           (step & PROOF_OPEN ? (uint32_t)NINE_OPEN : 0));
        else if (step & PROOF_NOT)
            *mark &= (uint16_t) ~(1U << SUDOKU_LITERAL_VALUE(literal));
        else
            *mark &= (uint16_t)(1U << SUDOKU_LITERAL_VALUE(literal));
        cells += !(literal & PROOF_TRIAD);
    }
    return cells;
}

static uint32_t step_of_nine(uint16_t step)
{
    return (uint32_t)PROOF_TRIAD | (step & (NINE_OPEN - 1U)) | (step & NINE_NOT ? (uint32_t)PROOF_NOT : 0) |
           (step & NINE_OPEN ? (uint32_t)PROOF_OPEN : 0);
}

/* Searches in slices, so that stop() is called in time. */
static enum sudoku_nine_ending search_nine(struct proof *proof, uint64_t budget)
{
    struct sudoku_nine_part *part = proof->part;
    enum sudoku_nine_ending ending = NINE_SPENT;
    while (ending == NINE_SPENT && part->nodes < budget) {
        uint64_t left = budget - part->nodes;
        part->budget = left < NINE_SLICE ? left : NINE_SLICE;
        ending = proof->nine(proof->marks, part);
        if (proof->stop && proof->stop(proof->stop_context))
            break;
    }
    return ending;
}

static size_t run_nine(struct proof *proof, const struct proof_unit *unit, uint8_t *answer)
{
    struct sudoku_nine_part *part = proof->part;
    *part = (struct sudoku_nine_part){.context = proof};
    part->each = wants_solutions(proof) || proof->task.limit ? nine_solution : NULL;
    unsigned cells = nine_begin(proof, unit);
    enum sudoku_nine_ending searched = search_nine(proof, unit->budget);
    enum proof_ending ending = proof->task.limit && part->count == proof->task.limit ? PROOF_ENOUGH
                               : searched == NINE_EXHAUSTED                          ? PROOF_EXHAUSTED
                                                                                     : PROOF_SPENT;
    proof->count = part->count;
    unsigned steps = ending == PROOF_SPENT ? cells + part->steps : 0;
    uint8_t *at = write_head(proof, ending, part->nodes, steps, answer);
    for (unsigned i = 0; i < steps; i++)
        proof_step_put(at, i, i < cells ? proof_step_get(unit->path, i) : step_of_nine(part->path[i - cells]));
    return (size_t)(at - answer) + (size_t)PROOF_STEP * steps;
}

size_t proof_run(void *memory, const uint8_t *bytes, size_t len, uint8_t *answer)
{
    struct proof *proof = memory;
    struct proof_unit unit;
    if (!proof_unit_read(&unit, &proof->task, bytes, len))
        return 0;
    proof->count = 0;
    proof->kept_count = proof->polls = 0;
    return proof->part ? run_nine(proof, &unit, answer) : run_board(proof, &unit, answer);
}
