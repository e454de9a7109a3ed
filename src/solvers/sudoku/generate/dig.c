/* Taking clues away, one orbit of the symmetry after the other, in random order.
 *
 * A cell may be emptied when no solution of the other clues holds another value there: one question for each cell,
 * "under these clues, can this cell differ?". What is left when every clue was tried is irreducible, since a clue that
 * was needed stays needed when there are fewer. The question is put to three engines of growing reach:
 *
 * 1. Propagation settles many cells at once: a whole run of orbits is emptied, and if the singles fill the grid again
 *    all of them could go. The run doubles when that works and is halved when it does not (galloping), with the same
 *    outcome as one by one.
 * 2. Own search with few nodes, for one cell with its value ruled out: most fail or find another solution at once.
 * 3. CaDiCaL for what is left: one solver for all of it, built on the clues that are known to be needed, with the
 * others as assumptions, so that what it learns from one question serves the next (Een and Sorensson, "Temporal
 * induction by incremental SAT solving", 2003). First with few conflicts each, then to the end.
 *
 * With a clue number wanted, an orbit is only emptied while the rest can still make up that number exactly: orbits
 * differ in size under most symmetries. */
#include "dig.h"

#include <string.h>

enum {
    RUN_FIRST = 16,      /* orbits emptied at once at first */
    RUN_MAX = 64,        /* and at most */
    SMALL = 9,           /* up to this side own search answers everything */
    MIDDLE = 16,         /* up to this side it gets more nodes */
    NODES_MIDDLE = 1000, /* of one question */
    NODES_LARGE = 60,
    CONFLICTS_FIRST = 500 /* of CaDiCaL's first round */
};

enum verdict { FORCED, FREE, UNSETTLED, STOPPED };

bool sudoku_dig_init(struct sudoku_dig *d, struct sudoku_forge *f)
{
    struct nash_arena *arena = f->run->arena;
    unsigned n = f->problem->size;
    *d = (struct sudoku_dig){.forge = f,
                             .solution = NASH_NEW(arena, uint8_t, (size_t)n * n),
                             .clue = NASH_NEW(arena, uint8_t, (size_t)n * n),
                             .order = NASH_NEW(arena, uint16_t, (size_t)n * n),
                             .open = NASH_NEW(arena, uint16_t, (size_t)n * n)};
    return d->solution && d->clue && d->order && d->open &&
           sudoku_orbits_init(&d->orbits, arena, n, f->order->symmetry);
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

/* What people see: the puzzle after the last orbit emptied for good. */
static void show(struct sudoku_dig *d)
{
    memcpy(d->forge->progress.best, d->clue, d->forge->geometry->cells);
    d->forge->progress.best_set = d->clues;
}

void sudoku_dig_fill(struct sudoku_dig *d)
{
    d->clues = d->forge->geometry->cells;
    memcpy(d->clue, d->solution, d->clues);
    show(d);
}

unsigned sudoku_dig_shuffle(struct sudoku_dig *d)
{
    unsigned count = 0;
    for (unsigned i = 0; i < d->orbits.count; i++)
        if (holds_clues(d, i))
            d->order[count++] = (uint16_t)i;
    sudoku_forge_shuffle(d->forge, d->order, count);
    return count;
}

unsigned sudoku_dig_restore(struct sudoku_dig *d, unsigned count)
{
    unsigned held = sudoku_dig_shuffle(d), empty = 0, taken = 0;
    for (unsigned i = 0; i < d->orbits.count; i++)
        if (!holds_clues(d, i))
            d->open[empty++] = (uint16_t)i;
    for (; taken < count && taken < empty; taken++) {
        unsigned pick = taken + (unsigned)nash_rng_below(&d->forge->rng, empty - taken);
        uint16_t orbit = d->open[pick];
        d->open[pick] = d->open[taken];
        sudoku_dig_put_back(d, orbit);
        d->order[held + taken] = orbit;
    }
    return held + taken;
}

/* ---- the questions ---- */

/* The clues onto the empty board, with their consequences. They have a solution, so that this does not fail. */
static void set_clues(struct sudoku_dig *d)
{
    struct sudoku_board *board = d->forge->board;
    for (unsigned cell = 0; cell < board->geometry->cells; cell++)
        if (d->clue[cell])
            sudoku_board_assign(board, cell, d->clue[cell] - 1U);
    sudoku_board_propagate(board);
}

static bool singles_solve(struct sudoku_dig *d)
{
    set_clues(d);
    bool solved = sudoku_board_count(d->forge->board) == d->forge->geometry->cells;
    sudoku_forge_clear(d->forge);
    return solved;
}

static enum verdict verdict_of(enum sudoku_outcome outcome)
{
    return outcome == SUDOKU_FOUND       ? FREE
           : outcome == SUDOKU_EXHAUSTED ? FORCED
           : outcome == SUDOKU_SPENT     ? UNSETTLED
                                         : STOPPED;
}

/* Can cell, empty now, differ from the solution? By own search. */
static enum verdict ask_search(struct sudoku_dig *d, unsigned cell)
{
    struct sudoku_forge *f = d->forge;
    unsigned value = d->solution[cell] - 1U, n = f->problem->size;
    uint64_t allowance = n <= SMALL ? UINT64_MAX : n <= MIDDLE ? NODES_MIDDLE : NODES_LARGE;
    enum verdict verdict = FORCED;
    set_clues(d);
    if (f->board->open[cell] != UINT64_C(1) << value && sudoku_board_remove(f->board, cell, value) &&
        sudoku_board_propagate(f->board))
        verdict = verdict_of(sudoku_forge_search(f, allowance));
    sudoku_forge_clear(f);
    return verdict;
}

/* The same by CaDiCaL, within `conflicts`; 0 = without a limit. */
static enum verdict ask_sat(struct sudoku_dig *d, unsigned cell, unsigned conflicts)
{
    uint8_t grid[SUDOKU_CELLS_MAX];
    d->forge->progress.engine = SUDOKU_BY_CADICAL;
    for (unsigned i = 0; i < d->forge->geometry->cells; i++)
        if (d->clue[i])
            sudoku_sat_assume(d->sat, i, d->clue[i], true);
    if (!sudoku_sat_assume(d->sat, cell, d->solution[cell], false))
        return FORCED;
    if (conflicts)
        sudoku_sat_allow(d->sat, conflicts);
    return verdict_of(sudoku_sat_next(d->sat, grid));
}

static enum verdict ask(struct sudoku_dig *d, unsigned cell, unsigned conflicts)
{
    if (!d->forge->order->unique)
        return FORCED; /* nobody minds a second solution */
    return d->sat ? ask_sat(d, cell, conflicts) : ask_search(d, cell);
}

/* Empties the orbit if every cell of it, one after the other, is forced by what is left then; else leaves it full. */
static enum verdict try_orbit(struct sudoku_dig *d, unsigned index, unsigned conflicts)
{
    const struct sudoku_orbit *orbit = orbit_at(d, index);
    enum verdict verdict = FORCED;
    if (sudoku_forge_halted(d->forge))
        return STOPPED;
    for (unsigned i = 0; verdict == FORCED && i < orbit->count; i++) {
        d->clue[orbit->cell[i]] = 0;
        verdict = ask(d, orbit->cell[i], conflicts);
    }
    empty_orbit(d, index);
    if (verdict == FORCED)
        show(d);
    else
        sudoku_dig_put_back(d, index);
    return verdict;
}

/* ---- a pass ---- */

/* Can these orbits go, as far as the clue number is concerned? */
static bool fits(const struct sudoku_dig *d, const uint16_t *order, unsigned count)
{
    struct sudoku_orbit_sizes rest = d->rest;
    unsigned cells = 0, surplus = d->clues - d->forge->target;
    for (unsigned i = 0; i < count; i++) {
        cells += orbit_at(d, order[i])->count;
        rest.of[sudoku_orbit_class(orbit_at(d, order[i])->count)]--;
    }
    return cells <= surplus && (!d->forge->target || sudoku_orbits_sum(&rest, surplus - cells));
}

static void decided(struct sudoku_dig *d, const uint16_t *order, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        d->rest.of[sudoku_orbit_class(orbit_at(d, order[i])->count)]--;
}

/* Empties a run of orbits at once if singles solve what is left. */
static bool try_run(struct sudoku_dig *d, const uint16_t *order, unsigned count)
{
    if (!d->forge->order->unique || !fits(d, order, count))
        return false;
    for (unsigned i = 0; i < count; i++)
        empty_orbit(d, order[i]);
    if (singles_solve(d)) {
        decided(d, order, count);
        show(d);
        return true;
    }
    for (unsigned i = 0; i < count; i++)
        sudoku_dig_put_back(d, order[i]);
    return false;
}

/* Tries the orbits of order[from..count-1] by propagation and own search; the unsettled ones are written to d->open. */
static enum sudoku_forging pass_by_search(struct sudoku_dig *d, unsigned count, unsigned *unsettled)
{
    unsigned run = RUN_FIRST;
    for (unsigned i = 0; i < count && d->clues > d->forge->target;) {
        const uint16_t *order = &d->order[i];
        run = run > count - i ? count - i : run;
        if (run > 1) {
            if (sudoku_forge_halted(d->forge))
                return SUDOKU_FORGE_HALTED;
            bool gone = try_run(d, order, run);
            i += gone ? run : 0;
            run = gone ? (run * 2 > RUN_MAX ? RUN_MAX : run * 2) : run / 2;
            continue;
        }
        enum verdict verdict = fits(d, order, 1) ? try_orbit(d, *order, 0) : FREE;
        if (verdict == STOPPED)
            return SUDOKU_FORGE_HALTED;
        if (verdict == UNSETTLED)
            d->open[(*unsettled)++] = *order;
        else
            decided(d, order, 1);
        run = verdict == FORCED ? 2 : 1;
        i++;
    }
    return SUDOKU_FORGED;
}

/* CaDiCaL on the clues that are known to stay: all but the unsettled ones. */
static enum sudoku_forging start_sat(struct sudoku_dig *d, unsigned unsettled)
{
    for (unsigned i = 0; i < unsettled; i++)
        empty_orbit(d, d->open[i]);
    set_clues(d);
    for (unsigned i = 0; i < unsettled; i++)
        sudoku_dig_put_back(d, d->open[i]);
    d->sat = sudoku_forge_sat(d->forge);
    sudoku_forge_clear(d->forge);
    return d->sat ? SUDOKU_FORGED : SUDOKU_FORGE_FAILED;
}

static enum sudoku_forging pass_by_sat(struct sudoku_dig *d, unsigned *unsettled, unsigned conflicts)
{
    unsigned count = *unsettled;
    *unsettled = 0;
    for (unsigned i = 0; i < count && d->clues > d->forge->target; i++) {
        uint16_t orbit = d->open[i];
        enum verdict verdict = fits(d, &orbit, 1) ? try_orbit(d, orbit, conflicts) : FREE;
        if (verdict == STOPPED)
            return SUDOKU_FORGE_HALTED;
        if (verdict == UNSETTLED)
            d->open[(*unsettled)++] = orbit;
        else
            decided(d, &orbit, 1);
    }
    return SUDOKU_FORGED;
}

enum sudoku_forging sudoku_dig_pass(struct sudoku_dig *d, unsigned count)
{
    struct nash_arena_mark mark = nash_arena_mark(d->forge->run->arena);
    unsigned unsettled = 0;
    d->rest = (struct sudoku_orbit_sizes){0};
    for (unsigned i = 0; i < count; i++)
        d->rest.of[sudoku_orbit_class(orbit_at(d, d->order[i])->count)]++;
    enum sudoku_forging step = pass_by_search(d, count, &unsettled);
    if (step == SUDOKU_FORGED && unsettled && d->clues > d->forge->target && !d->forge->easy_going)
        step = start_sat(d, unsettled);
    if (step == SUDOKU_FORGED && d->sat)
        step = pass_by_sat(d, &unsettled, CONFLICTS_FIRST);
    if (step == SUDOKU_FORGED && d->sat)
        step = pass_by_sat(d, &unsettled, 0);
    sudoku_sat_free(d->sat);
    d->sat = NULL;
    nash_arena_release(d->forge->run->arena, mark);
    return step;
}

/* ---- without uniqueness ---- */

enum sudoku_forging sudoku_dig_second(struct sudoku_dig *d, uint8_t *other, enum sudoku_outcome *outcome)
{
    struct sudoku_forge *f = d->forge;
    uint64_t allowance = f->problem->size <= SMALL ? UINT64_MAX : NODES_MIDDLE;
    *outcome = SUDOKU_FOUND;
    set_clues(d);
    for (unsigned i = 0; i < 2 && *outcome == SUDOKU_FOUND; i++) { /* the first may be the solution known */
        *outcome = sudoku_forge_halted(f) ? SUDOKU_HALTED : sudoku_forge_search(f, allowance);
        if (*outcome == SUDOKU_FOUND)
            sudoku_board_grid(f->board, other);
        if (*outcome == SUDOKU_FOUND && memcmp(other, d->solution, f->geometry->cells) != 0)
            break;
    }
    sudoku_forge_clear(f);
    if (*outcome != SUDOKU_SPENT)
        return SUDOKU_FORGED;
    set_clues(d);
    d->sat = sudoku_forge_sat(f);
    sudoku_forge_clear(f);
    if (!d->sat)
        return SUDOKU_FORGE_FAILED;
    sudoku_sat_block(d->sat, d->solution);
    *outcome = sudoku_sat_next(d->sat, other);
    sudoku_sat_free(d->sat);
    d->sat = NULL;
    return SUDOKU_FORGED;
}
