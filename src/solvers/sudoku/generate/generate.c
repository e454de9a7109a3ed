/* Generates a puzzle: a full grid, from which walk.c removes clues; when that does not meet the request, another grid.
 *
 * It ends only when the request is met or the run's budget is spent; the best puzzle by then is the answer, marked as
 * not meeting the request. All random numbers come from one stream seeded by the request, and no decision reads the
 * clock, so the same request and seed make the same puzzle on every machine. */
#include "generate.h"

#include <limits.h>
#include <string.h>

#include <solvers/sudoku/answer.h>

#include "walk.h"

enum { RATED_MAX = 9 }; /* up to this side every puzzle is rated, which takes milliseconds */

struct best {
    struct sudoku_walk_state state; /* clues 0: no puzzle yet */
    uint8_t *solution;
    unsigned excess; /* clues above the target */
};

struct work {
    struct sudoku_walk walk;
    struct best best;
    struct sudoku_generation *generation;
};

static bool generation_init(struct work *w)
{
    struct sudoku_walk *c = &w->walk;
    struct sudoku_generator *f = &c->generator;
    struct nash_arena *arena = f->run->arena;
    size_t cells = (size_t)f->problem->size * f->problem->size;
    f->geometry = sudoku_geometry_new(arena, f->problem);
    f->board = f->geometry ? sudoku_board_new(arena, f->geometry) : NULL;
    f->search = f->board ? sudoku_search_new(arena, f->board) : NULL;
    f->progress = (struct sudoku_progress){
        .problem = f->problem, .run = f->run, .answer = f->answer, .best = NASH_NEW(arena, uint8_t, cells)};
    f->easy_going = !f->spec->clues && !f->spec->minimal;
    w->generation = NASH_NEW(arena, struct sudoku_generation, 1);
    c->kept.clue = NASH_NEW(arena, uint8_t, cells);
    w->best.state.clue = NASH_NEW(arena, uint8_t, cells);
    w->best.solution = NASH_NEW(arena, uint8_t, cells);
    f->answer->partial = NASH_NEW(arena, uint8_t, cells);
    if (!f->search || !f->progress.best || !f->answer->partial || !w->generation || !c->kept.clue ||
        !w->best.state.clue || !w->best.solution || !sudoku_dig_init(&c->dig, f))
        return false;
    w->generation->seed = f->run->seed;
    nash_rng_seed(&f->rng, f->run->seed);
    return true;
}

/* Returns the distance of a puzzle from the level wanted. */
static unsigned distance(const struct sudoku_walk_state *state)
{
    return !state->rated ? SUDOKU_LEVELS : (unsigned)(state->off < 0 ? -state->off : state->off);
}

/* Returns the clues above the target. */
static unsigned excess(const struct sudoku_walk *c)
{
    return sudoku_walk_on_target(c) ? 0 : c->dig.clues - c->generator.target;
}

/* Keeps the present puzzle if it is the best so far: the nearest to the clue number, then to the level. */
static void keep_best(struct work *w)
{
    struct sudoku_walk *c = &w->walk;
    struct best *best = &w->best;
    unsigned now = excess(c);
    bool better = now != best->excess ? now < best->excess : distance(&c->now) < distance(&best->state);
    uint8_t *clue = best->state.clue;
    if (best->state.clues && !better)
        return;
    best->state = c->now;
    best->state.clue = memcpy(clue, c->dig.clue, c->generator.geometry->cells);
    best->state.clues = c->dig.clues;
    best->excess = now;
    memcpy(best->solution, c->dig.solution, c->generator.geometry->cells);
}

/* Makes a new grid and a puzzle of it. */
static enum sudoku_generate_status try_grid(struct work *w)
{
    struct sudoku_walk *c = &w->walk;
    enum sudoku_generate_status step = sudoku_generate_full(&c->generator, c->dig.solution);
    if (step != SUDOKU_GENERATE_OK)
        return step;
    w->generation->grids++;
    step = sudoku_walk_run(c);
    w->generation->passes = c->passes;
    w->generation->reached = step == SUDOKU_GENERATE_OK && sudoku_walk_fits(c);
    if (w->generation->reached && !c->now.rated && c->generator.spec->unique &&
        c->generator.problem->size <= RATED_MAX && sudoku_walk_rate(c) == SUDOKU_GENERATE_FAILED)
        return SUDOKU_GENERATE_FAILED;
    keep_best(w);
    return step;
}

/* ---- the answer ---- */

/* Returns the puzzle as a problem of its own; NULL when the arena is exhausted. */
static const struct sudoku_problem *puzzle_problem(const struct work *w)
{
    struct sudoku_problem *made = NASH_NEW(w->walk.generator.run->arena, struct sudoku_problem, 1);
    if (!made)
        return NULL;
    *made = *w->walk.generator.problem;
    made->task = SUDOKU_SOLVE;
    made->spec = NULL;
    made->options = NULL;
    made->clue = w->best.state.clue;
    made->clues = w->best.state.clues;
    made->limit = SUDOKU_SOLUTIONS_DEFAULT;
    return made;
}

/* Decides whether a puzzle is unique where the request does not demand it. */
static enum sudoku_generate_status find_second(struct work *w)
{
    struct sudoku_answer *a = w->walk.generator.answer;
    enum sudoku_outcome outcome;
    uint8_t *other = NASH_NEW(w->walk.generator.run->arena, uint8_t, w->walk.generator.geometry->cells);
    enum sudoku_generate_status step =
        other ? sudoku_dig_second(&w->walk.dig, other, &outcome) : sudoku_generator_no_memory(&w->walk.generator);
    if (step != SUDOKU_GENERATE_OK)
        return step;
    a->complete = outcome == SUDOKU_EXHAUSTED;
    a->unique = outcome == SUDOKU_FOUND ? SUDOKU_UNIQUE_NO : a->complete ? SUDOKU_UNIQUE_YES : SUDOKU_UNIQUE_UNKNOWN;
    a->other = outcome == SUDOKU_FOUND ? other : NULL;
    a->count = outcome == SUDOKU_FOUND ? 2 : 1;
    return step;
}

static enum sudoku_generate_status set_answer(struct work *w, enum sudoku_generate_status ended)
{
    struct sudoku_answer *a = w->walk.generator.answer;
    a->generation = w->generation;
    a->engine = w->walk.generator.progress.engine;
    a->verdict = w->best.state.clues                   ? SUDOKU_SOLVED
                 : ended == SUDOKU_GENERATE_IMPOSSIBLE ? SUDOKU_UNSATISFIABLE
                                                       : SUDOKU_TIMEOUT;
    a->complete = a->verdict == SUDOKU_UNSATISFIABLE;
    if (!w->best.state.clues)
        return SUDOKU_GENERATE_OK;
    a->generated = puzzle_problem(w);
    if (!a->generated)
        return sudoku_generator_no_memory(&w->walk.generator);
    w->generation->excess = w->best.excess;
    w->generation->distance = distance(&w->best.state);
    w->generation->rated = w->best.state.rated;
    w->generation->rating = w->best.state.rating;
    a->solution = w->best.solution;
    a->count = 1;
    a->complete = w->walk.generator.spec->unique;
    a->unique = a->complete ? SUDOKU_UNIQUE_YES : SUDOKU_UNIQUE_UNKNOWN;
    return a->complete ? SUDOKU_GENERATE_OK : find_second(w);
}

/* Tries at most `grids` full grids. */
static enum nash_status generate_by_grids(const struct sudoku_problem *problem, struct nash_run *run,
                                          struct sudoku_answer *answer, unsigned grids, struct nash_error *error)
{
    struct nash_error unasked;
    struct work w = {.walk.generator = {.problem = problem,
                                        .spec = problem->spec,
                                        .run = run,
                                        .error = error ? error : &unasked,
                                        .answer = answer}};
    struct sudoku_generator *f = &w.walk.generator;
    enum sudoku_generate_status step = generation_init(&w) ? SUDOKU_GENERATE_OK : sudoku_generator_no_memory(f);
    while (step == SUDOKU_GENERATE_OK && !w.generation->reached && w.generation->grids < grids)
        step = try_grid(&w);
    if (step != SUDOKU_GENERATE_FAILED)
        step = set_answer(&w, step);
    return step == SUDOKU_GENERATE_FAILED ? f->error->status : NASH_OK;
}

enum nash_status sudoku_generate(const struct sudoku_problem *problem, struct nash_run *run,
                                 struct sudoku_answer *answer, struct nash_error *error)
{
    return generate_by_grids(problem, run, answer, UINT_MAX, error);
}

enum nash_status sudoku_generate_attempt(const struct sudoku_problem *problem, struct nash_run *run,
                                         struct sudoku_answer *answer, struct nash_error *error)
{
    return generate_by_grids(problem, run, answer, 1, error);
}

bool sudoku_generated_final(const struct sudoku_answer *answer)
{
    return answer->generation->reached || answer->verdict == SUDOKU_UNSATISFIABLE;
}
