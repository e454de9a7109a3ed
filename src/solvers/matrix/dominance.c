/* Dominated strategies, and what is left when they are struck out again and again.
 *
 * A strategy that is a best answer to something is never strictly dominated, and not even weakly when it is the only
 * one, or a best answer to everything: that settles most of a large game by looking. Then pure dominators are tried,
 * and last a mixture of all others by linear programming.
 *
 * Striking out goes by rounds: all that is dominated as a round begins is struck out in it, rows and columns. With
 * strict dominance any order ends with the same game; with weak dominance the order counts, and this is the usual one
 * (maximal simultaneous deletion). */
#include <stdlib.h>
#include <string.h>

#include "analysis.h"

/* What is left of one side and of the other. */
struct left {
    const bool *own, *other;
};

/* How strategy `mine` fares against one of the other's: nothing gives more; nothing else gives as much. */
static void compare(const struct matrix_side *side, struct left left, uint32_t mine, uint32_t other, bool *best,
                    bool *alone)
{
    int64_t pay = side->pay[(size_t)mine * side->other + other];
    *best = *alone = true;
    for (uint32_t own = 0; own < side->own && *best; own++) {
        int64_t rival = side->pay[(size_t)own * side->other + other];
        if (!left.own[own] || own == mine)
            continue;
        *best = rival <= pay;
        *alone = *alone && rival < pay;
    }
    *alone = *alone && *best;
}

/* Can it be seen that nothing dominates `mine`? Strictly: it is a best answer to something. Weakly: it is the only best
 * answer to something, or a best answer to everything. */
static bool is_safe(const struct matrix_side *side, struct left left, uint32_t mine, bool strict)
{
    bool always = true;
    for (uint32_t other = 0; other < side->other; other++) {
        bool best, alone;
        if (!left.other[other])
            continue;
        compare(side, left, mine, other, &best, &alone);
        if (strict ? best : alone)
            return true;
        always = always && best;
    }
    return always;
}

/* Does `by` dominate `mine`? */
static bool dominates(const struct matrix_side *side, struct left left, uint32_t by, uint32_t mine, bool strict)
{
    const int64_t *better = side->pay + (size_t)by * side->other, *pay = side->pay + (size_t)mine * side->other;
    bool once = false;
    for (uint32_t other = 0; other < side->other; other++) {
        if (!left.other[other])
            continue;
        if (better[other] < pay[other] || (strict && better[other] == pay[other]))
            return false;
        once = once || better[other] > pay[other];
    }
    return once;
}

/* Weights that lie above mark: all else above it is dropped, they stay. */
static bool keep_mix(struct nash_arena *arena, struct nash_arena_mark mark, struct matrix_mix *mix)
{
    size_t bytes = 0;
    for (uint32_t i = 0; i < mix->count; i++)
        bytes += strlen(mix->weight[i]) + 1;
    char *aside = malloc(bytes), *end = aside;
    for (uint32_t i = 0; aside && i < mix->count; i++)
        end = stpcpy(end, mix->weight[i]) + 1;
    nash_arena_release(arena, mark);
    char *text = aside ? nash_arena_alloc_raw(arena, bytes, 1) : NULL;
    const char **weight = NASH_NEW(arena, const char *, mix->count);
    if (text)
        memcpy(text, aside, bytes);
    free(aside);
    for (uint32_t i = 0; text && weight && i < mix->count; i++, text += strlen(text) + 1)
        weight[i] = text;
    mix->weight = weight;
    return text && weight;
}

static enum nash_status full(struct nash_error *error)
{
    return nash_fail(error, NASH_NOMEM, "", "the dominated strategies do not fit into the memory of this job");
}

/* Looks for a mixture that dominates `mine`. What that takes of the arena is given back, since many are asked. */
static enum nash_status find_mixture(const struct matrix_side *side, struct left left, uint32_t mine, bool strict,
                                     struct nash_run *run, struct matrix_mix *mix, bool *found,
                                     struct nash_error *error)
{
    struct nash_arena_mark mark = nash_arena_mark(run->arena);
    enum nash_status status =
        matrix_dominated(side->own, side->other, side->pay, left.own, left.other, mine, strict, run, found, mix, error);
    if (status == NASH_OK && *found)
        return keep_mix(run->arena, mark, mix) ? NASH_OK : full(error);
    nash_arena_release(run->arena, mark);
    return status;
}

/* The first strategy that dominates `mine`, into why. */
static bool find_pure(const struct matrix_side *side, struct left left, uint32_t mine, bool strict,
                      struct matrix_dominator *why)
{
    for (uint32_t by = 0; by < side->own; by++)
        if (by != mine && left.own[by] && dominates(side, left, by, mine, strict)) {
            *why = (struct matrix_dominator){.strategy = mine, .by = (int32_t)by, .strict = strict};
            return true;
        }
    return false;
}

/* Looks for what dominates `mine` strictly; *found says whether. */
static enum nash_status find_strict(const struct matrix_side *side, struct left left, uint32_t mine,
                                    struct nash_run *run, struct matrix_dominator *why, bool *found,
                                    struct nash_error *error)
{
    *found = false;
    if (nash_stop(run, MATRIX_STOP_DOMINATORS))
        return NASH_STOPPED;
    if (is_safe(side, left, mine, true))
        return NASH_OK;
    *found = find_pure(side, left, mine, true, why);
    if (*found)
        return NASH_OK;
    *why = (struct matrix_dominator){.strategy = mine, .by = MATRIX_BY_MIXTURE, .strict = true};
    return find_mixture(side, left, mine, true, run, &why->mix, found, error);
}

/* Looks for what dominates `mine` at all, strictly where it can be. Most often nothing does, which one linear program
 * shows: what is not even weakly dominated is not strictly dominated either. */
static enum nash_status find_any(const struct matrix_side *side, struct left left, uint32_t mine, struct nash_run *run,
                                 struct matrix_dominator *why, bool *found, struct nash_error *error)
{
    struct matrix_dominator weak = {.strategy = mine, .by = MATRIX_BY_MIXTURE};
    *found = false;
    if (nash_stop(run, MATRIX_STOP_DOMINATORS))
        return NASH_STOPPED;
    if (is_safe(side, left, mine, false))
        return NASH_OK;
    enum nash_status status = NASH_OK;
    if (!find_pure(side, left, mine, false, &weak)) {
        status = find_mixture(side, left, mine, false, run, &weak.mix, found, error);
        if (status != NASH_OK || !*found)
            return status;
    }
    status = find_strict(side, left, mine, run, why, found, error);
    if (status == NASH_OK && !*found)
        *why = weak;
    *found = true;
    return status;
}

static bool *all_alive(struct nash_arena *arena, uint32_t count)
{
    bool *alive = NASH_NEW(arena, bool, count);
    if (alive)
        memset(alive, true, count);
    return alive;
}

enum nash_status matrix_find_dominated(const struct matrix_side *side, struct nash_run *run,
                                       struct matrix_dominator **list, uint32_t *count, struct nash_error *error)
{
    struct left left = {all_alive(run->arena, side->own), all_alive(run->arena, side->other)};
    *list = NASH_NEW(run->arena, struct matrix_dominator, side->own);
    if (!*list || !left.own || !left.other)
        return full(error);
    for (uint32_t own = 0; own < side->own; own++) {
        bool found;
        enum nash_status status = find_any(side, left, own, run, &(*list)[*count], &found, error);
        if (status != NASH_OK)
            return status;
        *count += found;
    }
    return NASH_OK;
}

/* How strategies are struck out: of which sides, and only strictly dominated ones or weakly dominated ones too. */
struct elimination {
    const struct matrix_sides *sides;
    bool weak;
    struct matrix_elimination *e;
};

static void strike(struct matrix_elimination *e, uint32_t round, int side, const struct matrix_dominator *why)
{
    e->strike[e->strikes++] = (struct matrix_strike){.round = round, .col = side == 1, .why = *why};
}

/* The first round strikes out what is dominated in the whole game, which is known. */
static void first_round(const struct elimination *how, const struct matrix_dominance *whole)
{
    for (int s = 0; s < 2; s++)
        for (uint32_t i = 0; i < whole->count[s]; i++)
            if (how->weak || whole->list[s][i].strict)
                strike(how->e, 1, s, &whole->list[s][i]);
}

/* Adds what is dominated as the round begins. */
static enum nash_status next_round(const struct elimination *how, uint32_t round, struct nash_run *run,
                                   struct nash_error *error)
{
    for (int s = 0; s < 2; s++) {
        const struct matrix_side *side = &how->sides->side[s];
        struct left left = {how->e->alive[s], how->e->alive[1 - s]};
        for (uint32_t own = 0; own < side->own; own++) {
            struct matrix_dominator why;
            bool found;
            if (!left.own[own])
                continue;
            enum nash_status status = how->weak ? find_any(side, left, own, run, &why, &found, error)
                                                : find_strict(side, left, own, run, &why, &found, error);
            if (status != NASH_OK)
                return status;
            if (found)
                strike(how->e, round, s, &why);
        }
    }
    return NASH_OK;
}

/* Strikes are added, and what they name dies only when the round is over. */
static enum nash_status eliminate(const struct elimination *how, const struct matrix_dominance *whole,
                                  struct nash_run *run, struct nash_error *error)
{
    uint32_t rows = how->sides->side[0].own, cols = how->sides->side[1].own;
    struct matrix_elimination *e = how->e;
    e->strike = NASH_NEW(run->arena, struct matrix_strike, (size_t)rows + cols + 1);
    e->alive[0] = all_alive(run->arena, rows);
    e->alive[1] = all_alive(run->arena, cols);
    if (!e->strike || !e->alive[0] || !e->alive[1])
        return full(error);
    first_round(how, whole);
    for (uint32_t round = 2, dead = 0; dead < e->strikes; round++) {
        for (; dead < e->strikes; dead++)
            e->alive[e->strike[dead].col][e->strike[dead].why.strategy] = false;
        enum nash_status status = next_round(how, round, run, error);
        if (status != NASH_OK)
            return status;
    }
    return NASH_OK;
}

enum nash_status matrix_find_dominance(const struct matrix_problem *p, const struct matrix_sides *sides,
                                       struct nash_run *run, struct matrix_answer *answer, struct nash_error *error)
{
    struct matrix_dominance *d = &answer->dominance;
    enum nash_status status = NASH_OK;
    (void)p;
    for (int s = 0; s < 2 && status == NASH_OK; s++)
        status = matrix_find_dominated(&sides->side[s], run, &d->list[s], &d->count[s], error);
    if (status == NASH_OK)
        status = eliminate(&(struct elimination){sides, false, &d->strict}, d, run, error);
    if (status == NASH_OK)
        status = eliminate(&(struct elimination){sides, true, &d->weak}, d, run, error);
    return status;
}
