/* The course of making a puzzle: a full grid, clues taken away (walk.c), and when the order is not met so, another
 * grid.
 *
 * It ends only when the order is met or the run's budget is spent; the best puzzle by then is the answer, and says that
 * it is not what was ordered. Everything is drawn from one stream of random numbers seeded by the request, and no
 * decision looks at the clock, so that the same order and seed make the same puzzle on every machine. */
#include "generate.h"

#include <string.h>

#include "course.h"

enum { RATED_MAX = 9 }; /* up to this side every puzzle is rated: a matter of milliseconds */

struct best {
    struct sudoku_stand stand; /* clues 0: there is none yet */
    uint8_t *solution;
    unsigned excess; /* clues above what was ordered */
};

struct work {
    struct sudoku_course course;
    struct best best;
    struct sudoku_making *making;
};

static bool set_up(struct work *w)
{
    struct sudoku_course *c = &w->course;
    struct sudoku_forge *f = &c->forge;
    struct nash_arena *arena = f->run->arena;
    size_t cells = (size_t)f->problem->size * f->problem->size;
    f->geometry = sudoku_geometry_new(arena, f->problem);
    f->board = f->geometry ? sudoku_board_new(arena, f->geometry) : NULL;
    f->search = f->board ? sudoku_search_new(arena, f->board) : NULL;
    f->progress = (struct sudoku_progress){
        .problem = f->problem, .run = f->run, .answer = f->answer, .best = NASH_NEW(arena, uint8_t, cells)};
    f->easy_going = !f->order->clues && !f->order->minimal;
    w->making = NASH_NEW(arena, struct sudoku_making, 1);
    c->kept.clue = NASH_NEW(arena, uint8_t, cells);
    w->best.stand.clue = NASH_NEW(arena, uint8_t, cells);
    w->best.solution = NASH_NEW(arena, uint8_t, cells);
    f->answer->partial = NASH_NEW(arena, uint8_t, cells);
    if (!f->search || !f->progress.best || !f->answer->partial || !w->making || !c->kept.clue || !w->best.stand.clue ||
        !w->best.solution || !sudoku_dig_init(&c->dig, f))
        return false;
    w->making->seed = f->run->seed;
    nash_rng_seed(&f->rng, f->run->seed);
    return true;
}

/* How far a puzzle is from the level wanted. */
static unsigned distance(const struct sudoku_stand *stand)
{
    return !stand->rated ? SUDOKU_LEVELS : (unsigned)(stand->off < 0 ? -stand->off : stand->off);
}

/* Clues above what was ordered. */
static unsigned excess(const struct sudoku_course *c)
{
    return sudoku_course_on_target(c) ? 0 : c->dig.clues - c->forge.target;
}

/* Keeps the puzzle at hand if it is the best so far: the nearest to the clue number, then to the level. */
static void keep_best(struct work *w)
{
    struct sudoku_course *c = &w->course;
    struct best *best = &w->best;
    unsigned now = excess(c);
    bool better = now != best->excess ? now < best->excess : distance(&c->now) < distance(&best->stand);
    uint8_t *clue = best->stand.clue;
    if (best->stand.clues && !better)
        return;
    best->stand = c->now;
    best->stand.clue = memcpy(clue, c->dig.clue, c->forge.geometry->cells);
    best->stand.clues = c->dig.clues;
    best->excess = now;
    memcpy(best->solution, c->dig.solution, c->forge.geometry->cells);
}

/* A new grid and what can be made of it. */
static enum sudoku_forging try_grid(struct work *w)
{
    struct sudoku_course *c = &w->course;
    enum sudoku_forging step = sudoku_forge_full(&c->forge, c->dig.solution);
    if (step != SUDOKU_FORGED)
        return step;
    w->making->grids++;
    step = sudoku_course_run(c);
    w->making->passes = c->passes;
    w->making->reached = step == SUDOKU_FORGED && sudoku_course_fits(c);
    if (w->making->reached && !c->now.rated && c->forge.order->unique && c->forge.problem->size <= RATED_MAX &&
        sudoku_course_rate(c) == SUDOKU_FORGE_FAILED)
        return SUDOKU_FORGE_FAILED;
    keep_best(w);
    return step;
}

/* ---- the answer ---- */

/* The puzzle as a problem of its own. NULL when the arena is spent. */
static const struct sudoku_problem *puzzle(const struct work *w)
{
    struct sudoku_problem *made = NASH_NEW(w->course.forge.run->arena, struct sudoku_problem, 1);
    if (!made)
        return NULL;
    *made = *w->course.forge.problem;
    made->task = SUDOKU_SOLVE;
    made->order = NULL;
    made->clue = w->best.stand.clue;
    made->clues = w->best.stand.clues;
    made->limit = SUDOKU_SOLUTIONS_DEFAULT;
    return made;
}

/* A puzzle that nobody wanted unique: is it? */
static enum sudoku_forging look_for_second(struct work *w)
{
    struct sudoku_answer *a = w->course.forge.answer;
    enum sudoku_outcome outcome;
    uint8_t *other = NASH_NEW(w->course.forge.run->arena, uint8_t, w->course.forge.geometry->cells);
    enum sudoku_forging step =
        other ? sudoku_dig_second(&w->course.dig, other, &outcome) : sudoku_forge_no_memory(&w->course.forge);
    if (step != SUDOKU_FORGED)
        return step;
    a->complete = outcome == SUDOKU_EXHAUSTED;
    a->unique = outcome == SUDOKU_FOUND ? SUDOKU_UNIQUE_NO : a->complete ? SUDOKU_UNIQUE_YES : SUDOKU_UNIQUE_UNKNOWN;
    a->other = outcome == SUDOKU_FOUND ? other : NULL;
    a->count = outcome == SUDOKU_FOUND ? 2 : 1;
    return step;
}

static enum sudoku_forging conclude(struct work *w, enum sudoku_forging ended)
{
    struct sudoku_answer *a = w->course.forge.answer;
    a->making = w->making;
    a->engine = w->course.forge.progress.engine;
    a->verdict = w->best.stand.clues                ? SUDOKU_SOLVED
                 : ended == SUDOKU_FORGE_IMPOSSIBLE ? SUDOKU_UNSATISFIABLE
                                                    : SUDOKU_TIMEOUT;
    a->complete = a->verdict == SUDOKU_UNSATISFIABLE;
    if (!w->best.stand.clues)
        return SUDOKU_FORGED;
    a->made = puzzle(w);
    if (!a->made)
        return sudoku_forge_no_memory(&w->course.forge);
    w->making->rated = w->best.stand.rated;
    w->making->rating = w->best.stand.rating;
    a->solution = w->best.solution;
    a->count = 1;
    a->complete = w->course.forge.order->unique;
    a->unique = a->complete ? SUDOKU_UNIQUE_YES : SUDOKU_UNIQUE_UNKNOWN;
    return a->complete ? SUDOKU_FORGED : look_for_second(w);
}

enum nash_status sudoku_generate(const struct sudoku_problem *problem, struct nash_run *run,
                                 struct sudoku_answer *answer, struct nash_error *error)
{
    struct nash_error unasked;
    struct work w = {.course.forge = {.problem = problem,
                                      .order = problem->order,
                                      .run = run,
                                      .error = error ? error : &unasked,
                                      .answer = answer}};
    struct sudoku_forge *f = &w.course.forge;
    enum sudoku_forging step = set_up(&w) ? SUDOKU_FORGED : sudoku_forge_no_memory(f);
    while (step == SUDOKU_FORGED && !w.making->reached)
        step = try_grid(&w);
    if (step != SUDOKU_FORGE_FAILED)
        step = conclude(&w, step);
    return step == SUDOKU_FORGE_FAILED ? f->error->status : NASH_OK;
}

bool sudoku_made_final(const struct sudoku_answer *answer)
{
    return answer->making->reached || answer->verdict == SUDOKU_UNSATISFIABLE;
}
