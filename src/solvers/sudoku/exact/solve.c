/* Solves in stages: conflicts, propagation, search, then local search and CaDiCaL in turns, search again, CaDiCaL. */
#include "solve.h"

#include <string.h>

#include <solvers/sudoku/answer.h>
#include <solvers/sudoku/kind.h>
#include <solvers/sudoku/progress.h>
#include <solvers/sudoku/sat/portfolio.h>
#include <solvers/sudoku/sat/sat.h>
#include <solvers/sudoku/stops.h>
#include <solvers/sudoku/verify/verify.h>

#include "conflicts.h"
#include "kempe.h"
#include "patterns.h"
#include "precedence.h"
#include "search.h"

/* The search solves nearly every grid up to 16x16 and most above in a few milliseconds, but its running time has a long
 * tail. So it gets an allowance of nodes since its last solution, and a grid that exceeds it goes to an engine that
 * costs more to set up and has the shorter tail: up to 11x11 to patterns, then to CaDiCaL. 9x9 with the usual rules has
 * its own engine (nine/).
 *
 * Values that no clue has can be exchanged. To find one solution, or to refute a board, they are ordered
 * (precedence.c); the board is then called narrowed.
 *
 * Blocking clauses make counting expensive (one as long as the grid for each solution). Where many solutions are
 * wanted, CaDiCaL finds the first and the search, trying its values first, finds its neighbours.
 *
 * A solution counts only after sudoku_is_solution() has checked it. When the run ends early, the answer holds what is
 * proved by then: solutions found, else the cells known to be forced. */

enum {
    SMALL_MAX = 9,                /* up to this size the search counts many solutions, however long it takes */
    OWN_FIRST_MAX = 16,           /* up to this size the allowance is ALLOWANCE_MEDIUM */
    ALLOWANCE_SMALL = 1000,       /* nodes since the last solution, where patterns are next: about 3 ms at 9x9 */
    ALLOWANCE_MEDIUM = 5000,      /* about 40 ms at 16x16 */
    ALLOWANCE_LARGE = 1000,       /* about 12 ms at 25x25 */
    ALLOWANCE_CAGES = 100000,     /* at 9x9 with cages, about 3 s: there CaDiCaL is mostly slower */
    ALLOWANCE_PATTERNS = 1000000, /* patterns looked at since the last solution, about 15 ms */
    TURN_CONFLICTS = 2000,        /* CaDiCaL's first turn, about 50 ms at 25x25; doubled each time */
    TURN_CONFLICTS_HUGE = 500,    /* from HUGE_MIN on, where tabu search is mostly first */
    HUGE_MIN = 31,
    TURN_CONFLICTS_MAX = 1 << 28,
    NEIGHBOURS_FROM = 16 /* larger limits are counted by search around CaDiCaL's first solution */
};

struct work {
    const struct sudoku_problem *problem;
    struct nash_run *run;
    const struct sudoku_geometry *geometry;
    struct sudoku_board *board;
    unsigned root_removed; /* trail length after propagation of the clues; these removals hold in every solution */
    uint64_t equal;        /* sudoku_equal_values() */
    bool is_narrowed;      /* the board orders these values, so that it has a solution but not every one */
    struct sudoku_answer *answer;
    struct sudoku_progress progress;
    struct sudoku_sat *sat; /* NULL until CaDiCaL is set up */
    uint64_t sat_bytes;     /* estimate of its heap; 0 = not computed yet */
    uint8_t *grid;          /* the solution found last */
    struct nash_error *error;
};

/* ---- memory ---- */

static enum nash_status out_of_memory(struct work *w)
{
    return nash_fail(w->error, NASH_NOMEM, "", "a grid of size %u does not fit into the memory of this job",
                     w->problem->size);
}

static enum nash_status solve_init(struct work *w)
{
    const struct sudoku_problem *p = w->problem;
    struct nash_arena *arena = w->run->arena;
    size_t cells = (size_t)p->size * p->size;
    struct sudoku_answer *a = w->answer = NASH_NEW(arena, struct sudoku_answer, 1);
    uint8_t *best = NASH_NEW(arena, uint8_t, cells);
    w->grid = NASH_NEW(arena, uint8_t, cells);
    w->geometry = sudoku_geometry_new(arena, p);
    w->board = w->geometry ? sudoku_board_new(arena, w->geometry) : NULL;
    if (!a || !best || !w->grid || !w->board)
        return out_of_memory(w);
    a->partial = NASH_NEW(arena, uint8_t, cells);
    if (!a->partial)
        return out_of_memory(w);
    memcpy(a->partial, p->clue, cells);
    memcpy(best, p->clue, cells);
    w->progress =
        (struct sudoku_progress){.problem = p, .run = w->run, .answer = a, .best = best, .best_set = p->clues};
    return NASH_OK;
}

/* ---- solutions ---- */

/* Checks the solution in w->grid, the found-th of the engine at work, and keeps the first two. */
static enum nash_status record_solution(struct work *w, uint32_t found)
{
    struct sudoku_answer *a = w->answer;
    size_t cells = w->geometry->cells;
    if (!sudoku_is_solution(w->problem, w->grid))
        return nash_fail(w->error, NASH_INTERNAL, "", "engine %s gave a grid that breaks the rules",
                         sudoku_engine_name(w->progress.engine));
    uint8_t **slot = !a->solution ? &a->solution : &a->other;
    if (!*slot && !(a->solution && memcmp(a->solution, w->grid, cells) == 0)) {
        *slot = NASH_NEW(w->run->arena, uint8_t, cells);
        if (!*slot)
            return out_of_memory(w);
        memcpy(*slot, w->grid, cells);
        memcpy(w->progress.best, w->grid, cells);
        w->progress.best_set = w->geometry->cells;
    }
    a->count = a->count < found ? found : a->count;
    return NASH_OK;
}

/* ---- values that can be exchanged ---- */

/* Lets the board order the values that no clue has. Returns false if it then has no solution: there is none at all. */
static bool narrow(struct work *w)
{
    sudoku_board_grid(w->board, w->answer->partial); /* what is removed now does not hold in every solution */
    sudoku_board_order_values(w->board, w->equal);
    w->is_narrowed = true;
    return sudoku_board_propagate(w->board);
}

/* Undoes everything since the root. */
static void widen(struct work *w)
{
    sudoku_board_undo(w->board, w->root_removed);
    w->is_narrowed = false;
}

/* Returns how many solutions arise from one by exchanging values, at most the limit. */
static uint32_t count_exchanges(const struct work *w)
{
    uint64_t count = 1;
    for (unsigned k = (unsigned)__builtin_popcountll(w->equal); k > 1 && count < w->problem->limit; k--)
        count *= k;
    return count < w->problem->limit ? (uint32_t)count : w->problem->limit;
}

/* Records another solution, the first one with two values exchanged that no clue has. */
static enum nash_status exchange_values(struct work *w)
{
    unsigned one = (unsigned)__builtin_ctzll(w->equal) + 1;
    unsigned other = (unsigned)__builtin_ctzll(w->equal & (w->equal - 1)) + 1;
    for (unsigned cell = 0; cell < w->geometry->cells; cell++) {
        uint8_t value = w->answer->solution[cell];
        w->grid[cell] = (uint8_t)(value == one ? other : value == other ? one : value);
    }
    return record_solution(w, 2);
}

/* ---- search ---- */

static bool can_use_patterns(const struct sudoku_problem *p)
{
    return p->size <= SUDOKU_PATTERNS_SIZE_MAX && !p->cages;
}

static uint64_t node_allowance(const struct sudoku_problem *p)
{
    if (can_use_patterns(p))
        return ALLOWANCE_SMALL;
    if (p->size <= SMALL_MAX)
        return ALLOWANCE_CAGES;
    return p->size <= OWN_FIRST_MAX ? ALLOWANCE_MEDIUM : ALLOWANCE_LARGE;
}

/* Counts solutions by search, within `most` nodes since the last one, from the root of the board; one solution if the
 * board is narrowed. hint: a solution to search around, or NULL. *outcome is SUDOKU_FOUND when the limit is reached.
 * Leaves the board at its root, not narrowed; or with what was refuted if nothing was found. */
static enum nash_status count_by_search(struct work *w, const uint8_t *hint, uint64_t most,
                                        enum sudoku_outcome *outcome)
{
    struct sudoku_answer *a = w->answer;
    struct sudoku_search *search = sudoku_search_new(w->run->arena, w->board);
    enum nash_status status = NASH_OK;
    uint32_t found = 0, limit = w->is_narrowed ? 1 : w->problem->limit;
    if (!search)
        return out_of_memory(w);
    sudoku_search_report(search, &w->progress);
    search->hint = hint;
    w->progress.engine = hint ? SUDOKU_BY_SEARCH : SUDOKU_BY_PROPAGATION;
    do {
        *outcome = sudoku_search_next(search, most);
        w->progress.engine = search->nodes ? SUDOKU_BY_SEARCH : w->progress.engine;
        if (*outcome != SUDOKU_FOUND)
            break;
        sudoku_board_grid(w->board, w->grid);
        status = record_solution(w, ++found);
        if (status == NASH_OK && found < limit && nash_stop(w->run, SUDOKU_CHECK_MODEL))
            *outcome = SUDOKU_HALTED;
    } while (status == NASH_OK && *outcome == SUDOKU_FOUND && found < limit);
    if (*outcome == SUDOKU_EXHAUSTED)
        a->count = found;
    a->statistics.nodes += search->nodes;
    a->statistics.dead_ends += search->dead_ends;
    sudoku_search_rewind(search);
    if (found)
        widen(w);
    return status;
}

/* ---- patterns ---- */

/* Counts solutions by patterns. *outcome is as in count_by_search(). */
static enum nash_status count_by_patterns(struct work *w, enum sudoku_outcome *outcome)
{
    struct sudoku_answer *a = w->answer;
    struct sudoku_patterns *patterns = sudoku_patterns_new(w->board, w->equal, &w->progress);
    enum nash_status status = NASH_OK;
    uint32_t found = 0, each = count_exchanges(w), limit = w->problem->limit;
    if (!patterns)
        return out_of_memory(w);
    w->progress.engine = SUDOKU_BY_SEARCH;
    do {
        *outcome = sudoku_patterns_next(patterns, ALLOWANCE_PATTERNS, w->grid);
        if (*outcome != SUDOKU_FOUND)
            break;
        found = each < limit - found ? found + each : limit;
        status = record_solution(w, found);
        if (status == NASH_OK && found < limit && nash_stop(w->run, SUDOKU_CHECK_MODEL))
            *outcome = SUDOKU_HALTED;
    } while (status == NASH_OK && *outcome == SUDOKU_FOUND && found < limit);
    if (*outcome == SUDOKU_EXHAUSTED)
        a->count = found;
    return status == NASH_OK && found > 1 && !a->other ? exchange_values(w) : status;
}

/* ---- CaDiCaL ---- */

/* Excludes the known solutions. */
static void block_known(struct work *w)
{
    const struct sudoku_answer *a = w->answer;
    if (a->solution)
        sudoku_sat_block(w->sat, a->solution);
    if (a->other)
        sudoku_sat_block(w->sat, a->other);
}

/* Encodes the board, whose size the caller has checked, and blocks the known solutions. */
static enum nash_status encode_sat(struct work *w)
{
    w->progress.engine = SUDOKU_BY_CADICAL;
    w->sat = sudoku_sat_new(w->board, &w->progress);
    if (!w->sat)
        return out_of_memory(w);
    block_known(w);
    return NASH_OK;
}

/* Encodes the board unless it is too large. *outcome is SUDOKU_SPENT when it is too large but a solution is known,
 * which is an answer. */
static enum nash_status start_sat(struct work *w, enum sudoku_outcome *outcome)
{
    struct sudoku_answer *a = w->answer;
    struct sudoku_sat_size size = sudoku_sat_estimate(w->board);
    w->sat_bytes = size.bytes;
    *outcome = SUDOKU_FOUND;
    if (size.bytes > SUDOKU_SAT_MEMORY_MAX) {
        *outcome = SUDOKU_SPENT;
        return a->count ? NASH_OK
                        : nash_fail(w->error, NASH_TOO_LARGE, "",
                                    "this grid is too open for its size: the SAT solver would need about %llu MB for "
                                    "%llu clauses, and at most %d MB are allowed; give more clues",
                                    (unsigned long long)(size.bytes >> 20), (unsigned long long)size.clauses,
                                    SUDOKU_SAT_MEMORY_MAX >> 20);
    }
    return encode_sat(w);
}

/* Adds the values that CaDiCaL has proved to the partial grid. */
static void read_fixed(struct work *w)
{
    if (w->sat && !w->is_narrowed)
        sudoku_sat_fixed(w->sat, w->answer->partial);
}

/* Counts solutions by CaDiCaL up to `target`, including the known ones, which must be blocked. */
static enum nash_status count_by_sat(struct work *w, uint32_t target, enum sudoku_outcome *outcome)
{
    struct sudoku_answer *a = w->answer;
    uint32_t found = (a->solution ? 1U : 0U) + (a->other ? 1U : 0U);
    w->progress.engine = SUDOKU_BY_CADICAL;
    while (found < target) {
        *outcome = sudoku_sat_next(w->sat, w->grid);
        if (*outcome == SUDOKU_EXHAUSTED)
            a->count = found;
        if (*outcome == SUDOKU_HALTED && !found)
            read_fixed(w);
        if (*outcome != SUDOKU_FOUND)
            return NASH_OK;
        enum nash_status status = record_solution(w, ++found);
        if (status != NASH_OK || found == target)
            return status;
        sudoku_sat_block(w->sat, w->grid);
        *outcome = nash_stop(w->run, SUDOKU_CHECK_MODEL)                                     ? SUDOKU_HALTED
                   : w->sat_bytes + sudoku_sat_blocked_bytes(w->sat) > SUDOKU_SAT_MEMORY_MAX ? SUDOKU_SPENT
                                                                                             : SUDOKU_FOUND;
        if (*outcome != SUDOKU_FOUND)
            return NASH_OK;
    }
    return NASH_OK;
}

/* Sets up CaDiCaL and counts solutions by it, unless the board is too large. */
static enum nash_status count_by_new_sat(struct work *w, uint32_t target, enum sudoku_outcome *outcome)
{
    enum nash_status status = start_sat(w, outcome);
    return status == NASH_OK && *outcome == SUDOKU_FOUND ? count_by_sat(w, target, outcome) : status;
}

/* ---- after the search ---- */

/* Local search supports rows, columns and boxes only, and is not used when the request names a method. Boards that
 * patterns leave undecided often have no solution, and CaDiCaL decides them in less time than one turn takes. */
static bool can_use_portfolio(const struct sudoku_problem *p)
{
    return !p->options && !p->diagonal && !p->disjoint && !p->cages && p->size > SUDOKU_PATTERNS_SIZE_MAX;
}

/* Runs local search and CaDiCaL in turns, until one of them finds a solution or CaDiCaL proves that there is none.
 * CaDiCaL is set up after the first turn of local search; where it would be too large, local search runs alone. */
static enum nash_status find_by_portfolio(struct work *w, enum sudoku_outcome *outcome)
{
    struct sudoku_portfolio *portfolio = sudoku_portfolio_new(w->board, &w->progress);
    if (!portfolio)
        return out_of_memory(w);
    unsigned conflicts = w->problem->size < HUGE_MIN ? TURN_CONFLICTS : TURN_CONFLICTS_HUGE;
    for (;; conflicts = conflicts < TURN_CONFLICTS_MAX ? 2 * conflicts : conflicts) {
        *outcome = sudoku_portfolio_turn(portfolio, w->grid);
        if (*outcome == SUDOKU_FOUND)
            return record_solution(w, 1);
        if (*outcome == SUDOKU_HALTED) {
            read_fixed(w);
            return NASH_OK;
        }
        if (!w->sat_bytes)
            w->sat_bytes = sudoku_sat_estimate(w->board).bytes;
        if (w->sat_bytes > SUDOKU_SAT_MEMORY_MAX)
            continue;
        enum nash_status status = w->sat ? NASH_OK : encode_sat(w);
        if (status != NASH_OK)
            return status;
        sudoku_sat_allow(w->sat, conflicts);
        if ((status = count_by_sat(w, 1, outcome)) != NASH_OK || *outcome != SUDOKU_SPENT)
            return status;
    }
}

static enum nash_status first_solution(struct work *w, enum sudoku_outcome *outcome)
{
    if (can_use_portfolio(w->problem))
        return find_by_portfolio(w, outcome);
    return count_by_new_sat(w, 1, outcome);
}

/* Counts the remaining solutions by CaDiCaL; on a small board only while they are few, then by search. */
static enum nash_status count_remaining(struct work *w, enum sudoku_outcome *outcome)
{
    uint32_t limit = w->problem->limit;
    bool few = w->problem->size > SMALL_MAX || limit <= NEIGHBOURS_FROM;
    uint32_t target = few ? limit : NEIGHBOURS_FROM;
    enum nash_status status;
    if (w->sat) {
        block_known(w);
        status = count_by_sat(w, target, outcome);
    } else {
        status = count_by_new_sat(w, target, outcome);
    }
    if (status != NASH_OK || *outcome != SUDOKU_FOUND || few)
        return status;
    return count_by_search(w, w->answer->solution, UINT64_MAX, outcome);
}

/* Finds the first solution of a board that the search gave up. *outcome is SUDOKU_EXHAUSTED when there is none. */
static enum nash_status find_first(struct work *w, enum sudoku_outcome *outcome)
{
    if (w->equal && !w->is_narrowed && !narrow(w)) {
        *outcome = SUDOKU_EXHAUSTED;
        return NASH_OK;
    }
    enum nash_status status = first_solution(w, outcome);
    if (w->is_narrowed) { /* the clauses are those of the narrowed board */
        widen(w);
        sudoku_sat_free(w->sat);
        w->sat = NULL;
    }
    return status;
}

/* Counts the other solutions of a board whose first one is known: one by a Kempe chain; then, if `around`, those near
 * it by search; then the rest. The board must be at its root. */
static enum nash_status count_from_first(struct work *w, bool around, enum sudoku_outcome *outcome)
{
    struct sudoku_answer *a = w->answer;
    enum nash_status status = NASH_OK;
    *outcome = SUDOKU_FOUND;
    if (a->count == 1 && sudoku_kempe_interchange(w->board, a->solution, w->grid))
        status = record_solution(w, 2);
    if (status != NASH_OK || a->count == w->problem->limit)
        return status;
    if (around) {
        status = count_by_search(w, a->solution, node_allowance(w->problem) + w->geometry->cells, outcome);
        if (status != NASH_OK || *outcome != SUDOKU_SPENT)
            return status;
    }
    return count_remaining(w, outcome);
}

/* Finds a first solution unless the search has found one, then the others, near it where many are wanted or CaDiCaL is
 * not set up. */
static enum nash_status count_beyond_search(struct work *w, enum sudoku_outcome *outcome)
{
    struct sudoku_answer *a = w->answer;
    uint32_t limit = w->problem->limit;
    if (a->count)
        return count_from_first(w, false, outcome);
    enum nash_status status = find_first(w, outcome);
    if (status != NASH_OK || *outcome != SUDOKU_FOUND || limit == 1)
        return status;
    if (limit == 2 && w->equal)
        return exchange_values(w);
    if (nash_stop(w->run, SUDOKU_CHECK_MODEL)) {
        *outcome = SUDOKU_HALTED;
        return NASH_OK;
    }
    return count_from_first(w, limit > NEIGHBOURS_FROM || !w->sat, outcome);
}

/* Counts solutions of a board that the search gave up. */
static enum nash_status count_by_heavier(struct work *w, enum sudoku_outcome *outcome)
{
    if (can_use_patterns(w->problem)) {
        if (w->is_narrowed)
            widen(w);
        enum nash_status status = count_by_patterns(w, outcome);
        if (status != NASH_OK || *outcome != SUDOKU_SPENT)
            return status;
    }
    return count_beyond_search(w, outcome);
}

/* ---- the stages ---- */

static bool propagate_clues(struct work *w)
{
    bool fine = sudoku_board_load(w->board, w->problem) && sudoku_board_propagate(w->board);
    w->root_removed = w->board->removed;
    return fine;
}

static enum nash_status explore(struct work *w, enum sudoku_outcome *outcome)
{
    *outcome = SUDOKU_HALTED;
    if (nash_stop(w->run, SUDOKU_CHECK_ROOT))
        return NASH_OK;
    if (sudoku_find_conflicts(w->problem, w->geometry, w->run->arena, w->answer) != NASH_OK)
        return out_of_memory(w);
    *outcome = SUDOKU_EXHAUSTED;
    if (w->answer->conflicts || !propagate_clues(w))
        return NASH_OK;
    w->equal = sudoku_equal_values(w->problem);
    if (w->equal && w->problem->limit <= 2 && !narrow(w))
        return NASH_OK;
    bool narrowed = w->is_narrowed;
    enum nash_status status = count_by_search(w, NULL, node_allowance(w->problem), outcome);
    if (status != NASH_OK)
        return status;
    if (!w->answer->count && !narrowed && *outcome != SUDOKU_EXHAUSTED)
        sudoku_board_grid(w->board, w->answer->partial);
    if (*outcome == SUDOKU_FOUND && narrowed && w->problem->limit == 2)
        return exchange_values(w);
    return *outcome == SUDOKU_SPENT ? count_by_heavier(w, outcome) : NASH_OK;
}

/* Sets verdict and uniqueness. True when the answer is final. */
static bool set_verdict(struct work *w, enum sudoku_outcome outcome)
{
    struct sudoku_answer *a = w->answer;
    a->complete = outcome == SUDOKU_EXHAUSTED;
    a->engine = w->progress.engine;
    bool open = w->problem->task == SUDOKU_CHECK && w->problem->clues < w->geometry->cells;
    a->verdict = a->conflicts  ? SUDOKU_CONTRADICTION
                 : a->count    ? open ? SUDOKU_COMPLETABLE : SUDOKU_SOLVED
                 : a->complete ? SUDOKU_UNSATISFIABLE
                               : SUDOKU_TIMEOUT;
    a->unique = a->count > 1                   ? SUDOKU_UNIQUE_NO
                : a->count == 1 && a->complete ? SUDOKU_UNIQUE_YES
                                               : SUDOKU_UNIQUE_UNKNOWN;
    return a->complete || a->count == w->problem->limit;
}

enum nash_status sudoku_solve_exact(const struct sudoku_problem *problem, struct nash_run *run,
                                    struct nash_result *result, struct nash_error *error)
{
    struct work w = {.problem = problem, .run = run, .error = error};
    enum sudoku_outcome outcome;
    enum nash_status status = solve_init(&w);
    if (status == NASH_OK)
        status = explore(&w, &outcome);
    sudoku_sat_free(w.sat);
    if (status != NASH_OK)
        return status;
    result->final = set_verdict(&w, outcome);
    result->answer = w.answer;
    return NASH_OK;
}
