/* The course of making a puzzle: a full grid, clues taken away, and when that ends above the number wanted, small
 * changes to what is left.
 *
 * A puzzle from which nothing more can be taken is seldom one with few clues: random ones of 9x9 have 24 to 25, and 22
 * comes once in fifty. So a few clues are put back and others are taken away in their place, which is kept unless it
 * ends with more of them: a walk over neighbouring irreducible puzzles, which falls to 21 and 20 within seconds. After
 * many steps without a gain another grid is tried. The walk ends only with the run's budget; what is best by then is
 * the answer, and it says that the order was not met.
 *
 * Everything is drawn from one stream of random numbers seeded by the request, and no decision looks at the clock, so
 * that the same order and seed make the same puzzle on every machine. */
#include "generate.h"

#include <string.h>

#include "dig.h"

enum {
    PUT_BACK_MIN = 1, /* orbits put back at each step of the walk */
    PUT_BACK_SPREAD = 4,
    PATIENCE = 300 /* steps without a gain */
};

struct course {
    struct sudoku_forge forge;
    struct sudoku_dig dig;
    struct sudoku_making *making;
    uint8_t *kept;     /* clues before a step of the walk */
    uint8_t *solution; /* of the best puzzle so far */
    uint8_t *clue;     /* its clues */
    unsigned clues;    /* 0: there is none yet */
};

static bool set_up(struct course *c)
{
    struct sudoku_forge *f = &c->forge;
    struct nash_arena *arena = f->run->arena;
    size_t cells = (size_t)f->problem->size * f->problem->size;
    f->geometry = sudoku_geometry_new(arena, f->problem);
    f->board = f->geometry ? sudoku_board_new(arena, f->geometry) : NULL;
    f->search = f->board ? sudoku_search_new(arena, f->board) : NULL;
    f->progress = (struct sudoku_progress){
        .problem = f->problem, .run = f->run, .answer = f->answer, .best = NASH_NEW(arena, uint8_t, cells)};
    f->target = sudoku_order_target(f->problem, f->order);
    f->easy_going = !f->order->clues && !f->order->minimal;
    c->making = NASH_NEW(arena, struct sudoku_making, 1);
    c->kept = NASH_NEW(arena, uint8_t, cells);
    c->solution = NASH_NEW(arena, uint8_t, cells);
    c->clue = NASH_NEW(arena, uint8_t, cells);
    f->answer->partial = NASH_NEW(arena, uint8_t, cells);
    if (!f->search || !f->progress.best || !f->answer->partial || !c->making || !c->kept || !c->solution || !c->clue ||
        !sudoku_dig_init(&c->dig, f))
        return false;
    c->making->seed = f->run->seed;
    nash_rng_seed(&f->rng, f->run->seed);
    return true;
}

/* Keeps the puzzle of dig if it is the best so far. */
static void keep_best(struct course *c)
{
    size_t cells = c->forge.geometry->cells;
    if (c->clues && c->clues <= c->dig.clues)
        return;
    memcpy(c->solution, c->dig.solution, cells);
    memcpy(c->clue, c->dig.clue, cells);
    c->clues = c->dig.clues;
}

static bool on_target(const struct course *c)
{
    return c->forge.easy_going || c->forge.order->minimal || c->dig.clues == c->forge.target;
}

/* One step of the walk: some clues back, as many or more others away. */
static enum sudoku_forging walk_step(struct course *c)
{
    struct sudoku_dig *d = &c->dig;
    unsigned before = d->clues;
    memcpy(c->kept, d->clue, c->forge.geometry->cells);
    unsigned back = PUT_BACK_MIN + (unsigned)nash_rng_below(&c->forge.rng, PUT_BACK_SPREAD);
    enum sudoku_forging step = sudoku_dig_pass(d, sudoku_dig_restore(d, back));
    c->making->passes++;
    if (d->clues > before) {
        memcpy(d->clue, c->kept, c->forge.geometry->cells);
        d->clues = before;
    }
    return step;
}

static enum sudoku_forging walk(struct course *c)
{
    enum sudoku_forging step = SUDOKU_FORGED;
    for (unsigned stale = 0; step == SUDOKU_FORGED && !on_target(c) && stale < PATIENCE; stale++) {
        unsigned before = c->dig.clues;
        step = walk_step(c);
        stale = c->dig.clues < before ? 0 : stale;
    }
    return step;
}

/* A new grid and what can be made of it. */
static enum sudoku_forging try_grid(struct course *c)
{
    c->making->grids++;
    enum sudoku_forging step = sudoku_forge_full(&c->forge, c->dig.solution);
    if (step != SUDOKU_FORGED)
        return step;
    sudoku_dig_fill(&c->dig);
    step = sudoku_dig_pass(&c->dig, sudoku_dig_shuffle(&c->dig));
    c->making->passes++;
    if (step == SUDOKU_FORGED)
        step = walk(c);
    keep_best(c);
    c->making->reached = step == SUDOKU_FORGED && on_target(c);
    return step;
}

/* ---- the answer ---- */

/* The puzzle as a problem of its own. NULL when the arena is spent. */
static const struct sudoku_problem *puzzle(const struct course *c)
{
    struct sudoku_problem *made = NASH_NEW(c->forge.run->arena, struct sudoku_problem, 1);
    if (!made)
        return NULL;
    *made = *c->forge.problem;
    made->task = SUDOKU_SOLVE;
    made->order = NULL;
    made->clue = c->clue;
    made->clues = c->clues;
    made->limit = SUDOKU_SOLUTIONS_DEFAULT;
    return made;
}

/* A puzzle that nobody wanted unique: is it? */
static enum sudoku_forging look_for_second(struct course *c)
{
    struct sudoku_answer *a = c->forge.answer;
    enum sudoku_outcome outcome;
    uint8_t *other = NASH_NEW(c->forge.run->arena, uint8_t, c->forge.geometry->cells);
    enum sudoku_forging step = other ? sudoku_dig_second(&c->dig, other, &outcome) : sudoku_forge_no_memory(&c->forge);
    if (step != SUDOKU_FORGED)
        return step;
    a->complete = outcome == SUDOKU_EXHAUSTED;
    a->unique = outcome == SUDOKU_FOUND ? SUDOKU_UNIQUE_NO : a->complete ? SUDOKU_UNIQUE_YES : SUDOKU_UNIQUE_UNKNOWN;
    a->other = outcome == SUDOKU_FOUND ? other : NULL;
    a->count = outcome == SUDOKU_FOUND ? 2 : 1;
    return step;
}

static enum sudoku_forging conclude(struct course *c, enum sudoku_forging ended)
{
    struct sudoku_answer *a = c->forge.answer;
    a->making = c->making;
    a->engine = c->forge.progress.engine;
    a->verdict = c->clues ? SUDOKU_SOLVED : ended == SUDOKU_FORGE_IMPOSSIBLE ? SUDOKU_UNSATISFIABLE : SUDOKU_TIMEOUT;
    a->complete = a->verdict == SUDOKU_UNSATISFIABLE;
    if (!c->clues)
        return SUDOKU_FORGED;
    a->made = puzzle(c);
    if (!a->made)
        return sudoku_forge_no_memory(&c->forge);
    a->solution = c->solution;
    a->count = 1;
    a->complete = c->forge.order->unique;
    a->unique = a->complete ? SUDOKU_UNIQUE_YES : SUDOKU_UNIQUE_UNKNOWN;
    return a->complete ? SUDOKU_FORGED : look_for_second(c);
}

enum nash_status sudoku_generate(const struct sudoku_problem *problem, struct nash_run *run,
                                 struct sudoku_answer *answer, struct nash_error *error)
{
    struct nash_error unasked;
    struct course c = {.forge = {.problem = problem,
                                 .order = problem->order,
                                 .run = run,
                                 .error = error ? error : &unasked,
                                 .answer = answer}};
    c.forge.error->status = NASH_OK;
    enum sudoku_forging step = set_up(&c) ? SUDOKU_FORGED : sudoku_forge_no_memory(&c.forge);
    while (step == SUDOKU_FORGED && !c.making->reached)
        step = try_grid(&c);
    if (step != SUDOKU_FORGE_FAILED)
        step = conclude(&c, step);
    return step == SUDOKU_FORGE_FAILED ? c.forge.error->status : NASH_OK;
}

bool sudoku_made_final(const struct sudoku_answer *answer)
{
    return answer->making->reached || answer->verdict == SUDOKU_UNSATISFIABLE;
}
