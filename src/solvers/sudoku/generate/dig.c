/* Removes clues, one orbit of the symmetry after the other, in random order. */
#include "dig.h"

#include <string.h>

#include <solvers/sudoku/answer.h>

/* A cell may be emptied when no solution of the other clues has another value there: one question for each cell, "under
 * these clues, can this cell differ?". When every clue has been tried the puzzle is irreducible, since a clue that was
 * needed stays needed with fewer clues. Three engines of growing power answer the question:
 *
 * 1. Propagation decides many cells at once: a whole run of orbits is emptied, and if the singles fill the grid again,
 * all of them could go. The run doubles when that succeeds and is halved when it fails (galloping), with the same
 * outcome as one by one.
 * 2. Search with few nodes, for one cell with its value excluded: most fail or find another solution at once.
 * 3. CaDiCaL for the rest: one solver for all questions, built on the clues that are known to be needed, with the
 * others as assumptions, so that it keeps what it learns (Een and Sorensson, "Temporal induction by incremental SAT
 * solving", 2003). First with few conflicts each, then without a limit.
 *
 * With a number of clues requested, an orbit is emptied only while the remaining ones can still make up that number
 * exactly: orbits differ in size under most symmetries. */

enum {
    RUN_FIRST = 16,      /* orbits emptied at once at first */
    RUN_MAX = 64,        /* upper bound of the orbits emptied at once */
    SMALL = 9,           /* up to this side search decides every question */
    MIDDLE = 16,         /* up to this side search gets NODES_MIDDLE, above NODES_LARGE */
    NODES_MIDDLE = 1000, /* nodes for one question */
    NODES_LARGE = 60,
    CONFLICTS_FIRST = 500 /* for each question in CaDiCaL's first round */
};

/* Whether an empty cell must hold the value of the solution (FORCED) or can hold another (FREE). */
enum verdict { FORCED, FREE, UNDECIDED, STOPPED };

bool sudoku_dig_init(struct sudoku_dig *d, struct sudoku_generator *f)
{
    struct nash_arena *arena = f->run->arena;
    unsigned n = f->problem->size;
    *d = (struct sudoku_dig){.generator = f,
                             .solution = NASH_NEW(arena, uint8_t, (size_t)n * n),
                             .clue = NASH_NEW(arena, uint8_t, (size_t)n * n),
                             .sequence = NASH_NEW(arena, uint16_t, (size_t)n * n),
                             .open = NASH_NEW(arena, uint16_t, (size_t)n * n)};
    return d->solution && d->clue && d->sequence && d->open &&
           sudoku_orbits_init(&d->orbits, arena, n, f->spec->symmetry);
}

/* ---- orbits ---- */

static const struct sudoku_orbit *orbit_at(const struct sudoku_dig *d, unsigned index)
{
    return &d->orbits.orbit[index];
}

static bool holds_clues(const struct sudoku_dig *d, unsigned index)
{
    return d->clue[orbit_at(d, index)->cell[0]] != 0;
}

static void empty_orbit(struct sudoku_dig *d, unsigned index)
{
    const struct sudoku_orbit *orbit = orbit_at(d, index);
    for (unsigned i = 0; i < orbit->count; i++)
        d->clue[orbit->cell[i]] = 0;
    d->clues -= orbit->count;
}

void sudoku_dig_put_back(struct sudoku_dig *d, unsigned index)
{
    const struct sudoku_orbit *orbit = orbit_at(d, index);
    for (unsigned i = 0; i < orbit->count; i++)
        d->clue[orbit->cell[i]] = d->solution[orbit->cell[i]];
    d->clues += orbit->count;
}

/* Updates the grid of progress reports: the puzzle after the last orbit that was emptied for good. */
static void show_progress(struct sudoku_dig *d)
{
    memcpy(d->generator->progress.best, d->clue, d->generator->geometry->cells);
    d->generator->progress.best_set = d->clues;
}

void sudoku_dig_fill(struct sudoku_dig *d)
{
    d->clues = d->generator->geometry->cells;
    memcpy(d->clue, d->solution, d->clues);
    show_progress(d);
}

unsigned sudoku_dig_shuffle(struct sudoku_dig *d)
{
    unsigned count = 0;
    for (unsigned i = 0; i < d->orbits.count; i++)
        if (holds_clues(d, i))
            d->sequence[count++] = (uint16_t)i;
    sudoku_generator_shuffle(d->generator, d->sequence, count);
    return count;
}

unsigned sudoku_dig_restore(struct sudoku_dig *d, unsigned count)
{
    unsigned held = sudoku_dig_shuffle(d), empty = 0, taken = 0;
    for (unsigned i = 0; i < d->orbits.count; i++)
        if (!holds_clues(d, i))
            d->open[empty++] = (uint16_t)i;
    for (; taken < count && taken < empty; taken++) {
        unsigned pick = taken + (unsigned)nash_rng_below(&d->generator->rng, empty - taken);
        uint16_t orbit = d->open[pick];
        d->open[pick] = d->open[taken];
        sudoku_dig_put_back(d, orbit);
        d->sequence[held + taken] = orbit;
    }
    return held + taken;
}

/* ---- probing a cell ---- */

/* Puts the clues on the empty board and propagates them. They have a solution, so this cannot fail. */
static void set_clues(struct sudoku_dig *d)
{
    struct sudoku_board *board = d->generator->board;
    for (unsigned cell = 0; cell < board->geometry->cells; cell++)
        if (d->clue[cell])
            sudoku_board_assign(board, cell, d->clue[cell] - 1U);
    sudoku_board_propagate(board);
}

static bool singles_solve(struct sudoku_dig *d)
{
    set_clues(d);
    bool solved = sudoku_board_count(d->generator->board) == d->generator->geometry->cells;
    sudoku_generator_clear(d->generator);
    return solved;
}

static enum verdict verdict_of(enum sudoku_outcome outcome)
{
    return outcome == SUDOKU_FOUND       ? FREE
           : outcome == SUDOKU_EXHAUSTED ? FORCED
           : outcome == SUDOKU_SPENT     ? UNDECIDED
                                         : STOPPED;
}

/* Decides by search whether a cell, empty now, can differ from the solution. */
static enum verdict probe_by_search(struct sudoku_dig *d, unsigned cell)
{
    struct sudoku_generator *f = d->generator;
    unsigned value = d->solution[cell] - 1U, n = f->problem->size;
    uint64_t allowance = n <= SMALL ? UINT64_MAX : n <= MIDDLE ? NODES_MIDDLE : NODES_LARGE;
    enum verdict verdict = FORCED;
    set_clues(d);
    if (f->board->open[cell] != UINT64_C(1) << value && sudoku_board_remove(f->board, cell, value) &&
        sudoku_board_propagate(f->board))
        verdict = verdict_of(sudoku_generator_search(f, allowance));
    sudoku_generator_clear(f);
    return verdict;
}

/* Decides like probe_by_search(), but by CaDiCaL within `conflicts`; 0 = no limit. */
static enum verdict probe_by_sat(struct sudoku_dig *d, unsigned cell, unsigned conflicts)
{
    uint8_t grid[SUDOKU_CELLS_MAX];
    d->generator->progress.engine = SUDOKU_BY_CADICAL;
    for (unsigned i = 0; i < d->generator->geometry->cells; i++)
        if (d->clue[i])
            sudoku_sat_assume(d->sat, i, d->clue[i], true);
    if (!sudoku_sat_assume(d->sat, cell, d->solution[cell], false))
        return FORCED;
    if (conflicts)
        sudoku_sat_allow(d->sat, conflicts);
    return verdict_of(sudoku_sat_next(d->sat, grid));
}

static enum verdict probe_cell(struct sudoku_dig *d, unsigned cell, unsigned conflicts)
{
    if (!d->generator->spec->unique)
        return FORCED; /* a second solution is allowed */
    return d->sat ? probe_by_sat(d, cell, conflicts) : probe_by_search(d, cell);
}

/* Empties the orbit if each of its cells, one after the other, is forced by the remaining clues; else leaves it
 * full. */
static enum verdict try_orbit(struct sudoku_dig *d, unsigned index, unsigned conflicts)
{
    const struct sudoku_orbit *orbit = orbit_at(d, index);
    enum verdict verdict = FORCED;
    if (sudoku_generator_halted(d->generator))
        return STOPPED;
    for (unsigned i = 0; verdict == FORCED && i < orbit->count; i++) {
        d->clue[orbit->cell[i]] = 0;
        verdict = probe_cell(d, orbit->cell[i], conflicts);
    }
    empty_orbit(d, index);
    if (verdict == FORCED)
        show_progress(d);
    else
        sudoku_dig_put_back(d, index);
    return verdict;
}

/* ---- a pass ---- */

/* True when emptying these orbits leaves the number of clues within reach. */
static bool fits_target(const struct sudoku_dig *d, const uint16_t *sequence, unsigned count)
{
    struct sudoku_orbit_sizes rest = d->rest;
    unsigned cells = 0, surplus = d->clues - d->generator->target;
    for (unsigned i = 0; i < count; i++) {
        cells += orbit_at(d, sequence[i])->count;
        rest.of[sudoku_orbit_class(orbit_at(d, sequence[i])->count)]--;
    }
    return cells <= surplus && (!d->generator->target || sudoku_orbits_sum(&rest, surplus - cells));
}

static void mark_decided(struct sudoku_dig *d, const uint16_t *sequence, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        d->rest.of[sudoku_orbit_class(orbit_at(d, sequence[i])->count)]--;
}

/* Empties a run of orbits at once if singles solve the puzzle without them. */
static bool try_run(struct sudoku_dig *d, const uint16_t *sequence, unsigned count)
{
    if (!d->generator->spec->unique || !fits_target(d, sequence, count))
        return false;
    for (unsigned i = 0; i < count; i++)
        empty_orbit(d, sequence[i]);
    if (singles_solve(d)) {
        mark_decided(d, sequence, count);
        show_progress(d);
        return true;
    }
    for (unsigned i = 0; i < count; i++)
        sudoku_dig_put_back(d, sequence[i]);
    return false;
}

/* Tries the first `count` orbits of d->sequence by propagation and search. Writes the undecided ones to d->open and
 * their number to *unsettled, which must be 0 before. */
static enum sudoku_generate_status pass_by_search(struct sudoku_dig *d, unsigned count, unsigned *unsettled)
{
    unsigned run = RUN_FIRST;
    for (unsigned i = 0; i < count && d->clues > d->generator->target;) {
        const uint16_t *sequence = &d->sequence[i];
        run = run > count - i ? count - i : run;
        if (run > 1) {
            if (sudoku_generator_halted(d->generator))
                return SUDOKU_GENERATE_HALTED;
            bool gone = try_run(d, sequence, run);
            i += gone ? run : 0;
            run = gone ? (run * 2 > RUN_MAX ? RUN_MAX : run * 2) : run / 2;
            continue;
        }
        enum verdict verdict = fits_target(d, sequence, 1) ? try_orbit(d, *sequence, 0) : FREE;
        if (verdict == STOPPED)
            return SUDOKU_GENERATE_HALTED;
        if (verdict == UNDECIDED)
            d->open[(*unsettled)++] = *sequence;
        else
            mark_decided(d, sequence, 1);
        run = verdict == FORCED ? 2 : 1;
        i++;
    }
    return SUDOKU_GENERATE_OK;
}

/* Starts CaDiCaL on the clues that are known to stay: all but the undecided ones. */
static enum sudoku_generate_status start_sat(struct sudoku_dig *d, unsigned unsettled)
{
    for (unsigned i = 0; i < unsettled; i++)
        empty_orbit(d, d->open[i]);
    set_clues(d);
    for (unsigned i = 0; i < unsettled; i++)
        sudoku_dig_put_back(d, d->open[i]);
    d->sat = sudoku_generator_sat(d->generator);
    sudoku_generator_clear(d->generator);
    return d->sat ? SUDOKU_GENERATE_OK : SUDOKU_GENERATE_FAILED;
}

/* Tries the *unsettled orbits of d->open by CaDiCaL, within `conflicts` for each cell (0 = no limit). The undecided
 * ones stay in d->open. */
static enum sudoku_generate_status pass_by_sat(struct sudoku_dig *d, unsigned *unsettled, unsigned conflicts)
{
    unsigned count = *unsettled;
    *unsettled = 0;
    for (unsigned i = 0; i < count && d->clues > d->generator->target; i++) {
        uint16_t orbit = d->open[i];
        enum verdict verdict = fits_target(d, &orbit, 1) ? try_orbit(d, orbit, conflicts) : FREE;
        if (verdict == STOPPED)
            return SUDOKU_GENERATE_HALTED;
        if (verdict == UNDECIDED)
            d->open[(*unsettled)++] = orbit;
        else
            mark_decided(d, &orbit, 1);
    }
    return SUDOKU_GENERATE_OK;
}

enum sudoku_generate_status sudoku_dig_pass(struct sudoku_dig *d, unsigned count)
{
    struct nash_arena_mark mark = nash_arena_mark(d->generator->run->arena);
    unsigned unsettled = 0;
    d->rest = (struct sudoku_orbit_sizes){0};
    for (unsigned i = 0; i < count; i++)
        d->rest.of[sudoku_orbit_class(orbit_at(d, d->sequence[i])->count)]++;
    enum sudoku_generate_status step = pass_by_search(d, count, &unsettled);
    if (step == SUDOKU_GENERATE_OK && unsettled && d->clues > d->generator->target && !d->generator->easy_going)
        step = start_sat(d, unsettled);
    if (step == SUDOKU_GENERATE_OK && d->sat)
        step = pass_by_sat(d, &unsettled, CONFLICTS_FIRST);
    if (step == SUDOKU_GENERATE_OK && d->sat)
        step = pass_by_sat(d, &unsettled, 0);
    sudoku_sat_free(d->sat);
    d->sat = NULL;
    nash_arena_release(d->generator->run->arena, mark);
    return step;
}

/* ---- without uniqueness ---- */

enum sudoku_generate_status sudoku_dig_second(struct sudoku_dig *d, uint8_t *other, enum sudoku_outcome *outcome)
{
    struct sudoku_generator *f = d->generator;
    uint64_t allowance = f->problem->size <= SMALL ? UINT64_MAX : NODES_MIDDLE;
    *outcome = SUDOKU_FOUND;
    set_clues(d);
    for (unsigned i = 0; i < 2 && *outcome == SUDOKU_FOUND; i++) { /* the first may be the known solution */
        *outcome = sudoku_generator_halted(f) ? SUDOKU_HALTED : sudoku_generator_search(f, allowance);
        if (*outcome == SUDOKU_FOUND)
            sudoku_board_grid(f->board, other);
        if (*outcome == SUDOKU_FOUND && memcmp(other, d->solution, f->geometry->cells) != 0)
            break;
    }
    sudoku_generator_clear(f);
    if (*outcome != SUDOKU_SPENT)
        return SUDOKU_GENERATE_OK;
    set_clues(d);
    d->sat = sudoku_generator_sat(f);
    sudoku_generator_clear(f);
    if (!d->sat)
        return SUDOKU_GENERATE_FAILED;
    sudoku_sat_block(d->sat, d->solution);
    *outcome = sudoku_sat_next(d->sat, other);
    sudoku_sat_free(d->sat);
    d->sat = NULL;
    return SUDOKU_GENERATE_OK;
}
