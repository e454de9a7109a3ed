/* Explains step after step until the grid is full, and rates the steps. */
#include "explain.h"

#include <solvers/sudoku/stops.h>

#include "finders.h"

/* A list of steps; its capacity doubles. */
struct steps {
    struct sudoku_step *step;
    size_t count, room;
};

static struct sudoku_step *steps_append(struct nash_arena *arena, struct steps *steps)
{
    if (steps->count == steps->room) {
        size_t room = steps->room ? steps->room * 2 : 64;
        struct sudoku_step *step = NASH_NEW(arena, struct sudoku_step, room);
        if (!step)
            return NULL;
        for (size_t i = 0; i < steps->count; i++)
            step[i] = steps->step[i];
        steps->step = step;
        steps->room = room;
    }
    return &steps->step[steps->count++];
}

/* Finds at most `most` further steps. *stuck: no technique makes progress. */
static enum nash_status find_steps(struct sudoku_logic *l, size_t most, struct steps *steps, bool *stuck)
{
    while (l->left && steps->count < most && !*stuck) {
        if (nash_stop(l->run, SUDOKU_CHECK_EXPLAIN))
            return NASH_STOPPED;
        bool found = explain_find(l);
        if (l->run->stopped != NASH_STOP_NONE)
            return NASH_STOPPED;
        struct sudoku_step *step = found && !l->spent ? steps_append(l->arena, steps) : NULL;
        if (l->spent || (found && (!step || !explain_keep(l, step))))
            return NASH_NOMEM;
        if (found)
            explain_apply(l, step);
        *stuck = !found;
    }
    return NASH_OK;
}

static enum nash_status out_of_memory(struct nash_error *error)
{
    return nash_fail(error, NASH_NOMEM, "", "the steps of this puzzle do not fit into the memory of this job");
}

enum nash_status sudoku_explain(const struct sudoku_problem *p, struct nash_run *run, struct sudoku_answer *answer,
                                struct nash_error *error)
{
    bool hint = p->task == SUDOKU_HINT;
    struct steps steps = {0};
    struct sudoku_explanation *e = NASH_NEW(run->arena, struct sudoku_explanation, 1);
    if (!e)
        return out_of_memory(error);
    answer->explanation = e;
    if (answer->verdict != SUDOKU_SOLVED)
        return NASH_OK;
    struct sudoku_logic *l =
        explain_logic_new(run->arena, p, run, answer->unique == SUDOKU_UNIQUE_YES ? answer->solution : NULL);
    if (!l)
        return out_of_memory(error);
    enum nash_status status = find_steps(l, hint ? 1 : SIZE_MAX, &steps, &e->stuck);
    e->step = steps.step;
    e->count = steps.count;
    e->complete = !hint && !l->left;
    return status == NASH_NOMEM ? out_of_memory(error) : status;
}

enum nash_status sudoku_rate(const struct sudoku_problem *p, struct nash_arena *arena, struct nash_run *run,
                             const uint8_t *solution, struct sudoku_rating *rating, struct nash_error *error)
{
    struct steps steps = {0};
    bool stuck = false;
    struct sudoku_logic *l = explain_logic_new(arena, p, run, solution);
    if (!l)
        return out_of_memory(error);
    enum nash_status status = find_steps(l, SIZE_MAX, &steps, &stuck);
    *rating = sudoku_rating_of(&(struct sudoku_explanation){.step = steps.step, .count = steps.count});
    return status == NASH_NOMEM ? out_of_memory(error) : status;
}

/* ---- the rating ---- */

struct sudoku_rating sudoku_rating_of(const struct sudoku_explanation *e)
{
    struct sudoku_rating r = {.diamond = e->count ? e->step[0].rating : 0};
    bool placed = false;
    for (size_t i = 0; i < e->count; i++) {
        const struct sudoku_step *step = &e->step[i];
        if (step->rating > r.score) {
            r.score = step->rating;
            r.hardest = step->technique;
        }
        if (!placed)
            r.pearl = r.score;
        placed |= step->placed != SUDOKU_NO_LITERAL;
    }
    return r;
}

static const struct {
    const char *name;
    unsigned rating;
} techniques[] = {
#define TECHNIQUE(id, rating, name) {name, rating},
#include "technique.def"
#undef TECHNIQUE
};

const char *sudoku_technique_name(enum sudoku_technique technique)
{
    return techniques[technique].name;
}

unsigned sudoku_technique_rating(enum sudoku_technique technique)
{
    return techniques[technique].rating;
}

const char *sudoku_level_name(unsigned rating)
{
    return rating <= 15   ? "easy"
           : rating <= 28 ? "medium"
           : rating <= 54 ? "hard"
           : rating <= 74 ? "expert"
                          : "extreme";
}
