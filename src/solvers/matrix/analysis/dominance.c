/* Dominated strategies and iterated elimination.
 *
 * A strategy that is a best response is never strictly dominated. It is not weakly dominated either if it is the only
 * best response to some strategy, or a best response to every strategy. This decides most strategies of a large game.
 * For the others, pure dominators are tried, and last a mixture of all other strategies by linear programming.
 *
 * A round of the elimination removes all strategies, rows and columns, that are dominated at its beginning. Strict
 * elimination ends with the same game in any order; for weak elimination the order matters, and this is the usual one
 * (maximal simultaneous deletion). */
#include <stdlib.h>
#include <string.h>

#include "analysis.h"

/* Marks the strategies of the player and of the opponent that remain. */
struct remaining {
    const bool *own, *other; /* [own], [other] of struct matrix_side */
};

/* Compares strategy `mine` with its rivals against one strategy of the opponent: *best if none pays more, *alone if
 * every other pays less. */
static void compare_strategies(const struct matrix_side *side, struct remaining remaining, uint32_t mine,
                               uint32_t other, bool *best, bool *alone)
{
    int64_t pay = side->pay[(size_t)mine * side->other + other];
    *best = *alone = true;
    for (uint32_t own = 0; own < side->own && *best; own++) {
        int64_t rival = side->pay[(size_t)own * side->other + other];
        if (!remaining.own[own] || own == mine)
            continue;
        *best = rival <= pay;
        *alone = *alone && rival < pay;
    }
    *alone = *alone && *best;
}

/* Returns whether the best responses alone show that nothing dominates `mine`. For strict dominance: it is a best
 * response. For weak dominance: it is the only best response to some strategy, or a best response to every strategy. */
static bool is_undominated(const struct matrix_side *side, struct remaining remaining, uint32_t mine, bool strict)
{
    bool always = true;
    for (uint32_t other = 0; other < side->other; other++) {
        bool best, alone;
        if (!remaining.other[other])
            continue;
        compare_strategies(side, remaining, mine, other, &best, &alone);
        if (strict ? best : alone)
            return true;
        always = always && best;
    }
    return always;
}

/* Returns whether `by` dominates `mine`, strictly if `strict`, else weakly. */
static bool dominates(const struct matrix_side *side, struct remaining remaining, uint32_t by, uint32_t mine,
                      bool strict)
{
    const int64_t *better = side->pay + (size_t)by * side->other, *pay = side->pay + (size_t)mine * side->other;
    bool once = false;
    for (uint32_t other = 0; other < side->other; other++) {
        if (!remaining.other[other])
            continue;
        if (better[other] < pay[other] || (strict && better[other] == pay[other]))
            return false;
        once = once || better[other] > pay[other];
    }
    return once;
}

/* Releases the arena to `mark` but keeps the weights that lie above it. */
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

static enum nash_status dominance_no_memory(struct nash_error *error)
{
    return nash_fail(error, NASH_NOMEM, "", "the dominated strategies do not fit into the memory of this job");
}

/* Searches for a mixture that dominates `mine`. Releases the memory that the search needs, because many strategies are
 * tried. */
static enum nash_status find_mixture(const struct matrix_side *side, struct remaining remaining, uint32_t mine,
                                     bool strict, struct nash_run *run, struct matrix_mix *mix, bool *found,
                                     struct nash_error *error)
{
    struct nash_arena_mark mark = nash_arena_mark(run->arena);
    enum nash_status status = matrix_dominated(side->own, side->other, side->pay, remaining.own, remaining.other, mine,
                                               strict, run, found, mix, error);
    if (status == NASH_OK && *found)
        return keep_mix(run->arena, mark, mix) ? NASH_OK : dominance_no_memory(error);
    nash_arena_release(run->arena, mark);
    return status;
}

/* Sets *why to the first strategy that dominates `mine`. */
static bool find_pure(const struct matrix_side *side, struct remaining remaining, uint32_t mine, bool strict,
                      struct matrix_dominator *why)
{
    for (uint32_t by = 0; by < side->own; by++)
        if (by != mine && remaining.own[by] && dominates(side, remaining, by, mine, strict)) {
            *why = (struct matrix_dominator){.strategy = mine, .by = (int32_t)by, .strict = strict};
            return true;
        }
    return false;
}

/* Searches for a strict dominator of `mine`; sets *found. */
static enum nash_status find_strict(const struct matrix_side *side, struct remaining remaining, uint32_t mine,
                                    struct nash_run *run, struct matrix_dominator *why, bool *found,
                                    struct nash_error *error)
{
    *found = false;
    if (nash_stop(run, MATRIX_STOP_DOMINATORS))
        return NASH_STOPPED;
    if (is_undominated(side, remaining, mine, true))
        return NASH_OK;
    *found = find_pure(side, remaining, mine, true, why);
    if (*found)
        return NASH_OK;
    *why = (struct matrix_dominator){.strategy = mine, .by = MATRIX_BY_MIXTURE, .strict = true};
    return find_mixture(side, remaining, mine, true, run, &why->mix, found, error);
}

/* Searches for a dominator of `mine`, a strict one if there is any. In most cases one linear program shows that there
 * is none, because a strategy that is not weakly dominated is not strictly dominated either. */
static enum nash_status find_any(const struct matrix_side *side, struct remaining remaining, uint32_t mine,
                                 struct nash_run *run, struct matrix_dominator *why, bool *found,
                                 struct nash_error *error)
{
    struct matrix_dominator weak = {.strategy = mine, .by = MATRIX_BY_MIXTURE};
    *found = false;
    if (nash_stop(run, MATRIX_STOP_DOMINATORS))
        return NASH_STOPPED;
    if (is_undominated(side, remaining, mine, false))
        return NASH_OK;
    enum nash_status status = NASH_OK;
    if (!find_pure(side, remaining, mine, false, &weak)) {
        status = find_mixture(side, remaining, mine, false, run, &weak.mix, found, error);
        if (status != NASH_OK || !*found)
            return status;
    }
    status = find_strict(side, remaining, mine, run, why, found, error);
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
    struct remaining remaining = {all_alive(run->arena, side->own), all_alive(run->arena, side->other)};
    *list = NASH_NEW(run->arena, struct matrix_dominator, side->own);
    if (!*list || !remaining.own || !remaining.other)
        return dominance_no_memory(error);
    for (uint32_t own = 0; own < side->own; own++) {
        bool found;
        enum nash_status status = find_any(side, remaining, own, run, &(*list)[*count], &found, error);
        if (status != NASH_OK)
            return status;
        *count += found;
    }
    return NASH_OK;
}

/* An iterated elimination. */
struct elimination {
    const struct matrix_sides *sides;
    bool weak; /* also removes weakly dominated strategies */
    struct matrix_elimination *e;
};

static void elimination_add(struct matrix_elimination *e, uint32_t round, int side, const struct matrix_dominator *why)
{
    e->strike[e->strikes++] = (struct matrix_strike){.round = round, .col = side == 1, .why = *why};
}

/* Adds the strategies that are dominated in the whole game, which are known already, as round 1. */
static void elimination_first_round(const struct elimination *how, const struct matrix_dominance *whole)
{
    for (int s = 0; s < 2; s++)
        for (uint32_t i = 0; i < whole->count[s]; i++)
            if (how->weak || whole->list[s][i].strict)
                elimination_add(how->e, 1, s, &whole->list[s][i]);
}

/* Adds the strategies that are dominated at the beginning of the round. */
static enum nash_status elimination_round(const struct elimination *how, uint32_t round, struct nash_run *run,
                                          struct nash_error *error)
{
    for (int s = 0; s < 2; s++) {
        const struct matrix_side *side = &how->sides->side[s];
        struct remaining remaining = {how->e->alive[s], how->e->alive[1 - s]};
        for (uint32_t own = 0; own < side->own; own++) {
            struct matrix_dominator why;
            bool found;
            if (!remaining.own[own])
                continue;
            enum nash_status status = how->weak ? find_any(side, remaining, own, run, &why, &found, error)
                                                : find_strict(side, remaining, own, run, &why, &found, error);
            if (status != NASH_OK)
                return status;
            if (found)
                elimination_add(how->e, round, s, &why);
        }
    }
    return NASH_OK;
}

/* Eliminates strategies round by round; those of a round stay alive until its end. */
static enum nash_status eliminate_iterated(const struct elimination *how, const struct matrix_dominance *whole,
                                           struct nash_run *run, struct nash_error *error)
{
    uint32_t rows = how->sides->side[0].own, cols = how->sides->side[1].own;
    struct matrix_elimination *e = how->e;
    e->strike = NASH_NEW(run->arena, struct matrix_strike, (size_t)rows + cols + 1);
    e->alive[0] = all_alive(run->arena, rows);
    e->alive[1] = all_alive(run->arena, cols);
    if (!e->strike || !e->alive[0] || !e->alive[1])
        return dominance_no_memory(error);
    elimination_first_round(how, whole);
    for (uint32_t round = 2, dead = 0; dead < e->strikes; round++) {
        for (; dead < e->strikes; dead++)
            e->alive[e->strike[dead].col][e->strike[dead].why.strategy] = false;
        enum nash_status status = elimination_round(how, round, run, error);
        if (status != NASH_OK)
            return status;
    }
    return NASH_OK;
}

enum nash_status matrix_find_dominance(const struct matrix_sides *sides, struct nash_run *run,
                                       struct matrix_answer *answer, struct nash_error *error)
{
    struct matrix_dominance *d = &answer->dominance;
    enum nash_status status = NASH_OK;
    for (int s = 0; s < 2 && status == NASH_OK; s++)
        status = matrix_find_dominated(&sides->side[s], run, &d->list[s], &d->count[s], error);
    if (status == NASH_OK)
        status = eliminate_iterated(&(struct elimination){sides, false, &d->strict}, d, run, error);
    if (status == NASH_OK)
        status = eliminate_iterated(&(struct elimination){sides, true, &d->weak}, d, run, error);
    return status;
}
