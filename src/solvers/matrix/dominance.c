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

/* Looks for what dominates `mine`; *found says whether. */
static enum nash_status find_dominator(const struct matrix_side *side, struct left left, uint32_t mine, bool strict,
                                       struct nash_run *run, struct matrix_dominator *why, bool *found,
                                       struct nash_error *error)
{
    *found = false;
    if (nash_stop(run, MATRIX_STOP_DOMINATORS))
        return NASH_STOPPED;
    if (is_safe(side, left, mine, strict))
        return NASH_OK;
    *why = (struct matrix_dominator){.strategy = mine, .by = MATRIX_BY_MIXTURE, .strict = strict};
    for (uint32_t by = 0; by < side->own && !*found; by++)
        if (by != mine && left.own[by] && dominates(side, left, by, mine, strict)) {
            why->by = (int32_t)by;
            *found = true;
        }
    if (*found)
        return NASH_OK;
    return find_mixture(side, left, mine, strict, run, &why->mix, found, error);
}

/* Strict dominance first, which is the stronger word; weak too when asked for. */
static enum nash_status find_any(const struct matrix_side *side, struct left left, uint32_t mine, bool weak,
                                 struct nash_run *run, struct matrix_dominator *why, bool *found,
                                 struct nash_error *error)
{
    enum nash_status status = find_dominator(side, left, mine, true, run, why, found, error);
    if (status == NASH_OK && weak && !*found)
        status = find_dominator(side, left, mine, false, run, why, found, error);
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
        enum nash_status status = find_any(side, left, own, true, run, &(*list)[*count], &found, error);
        if (status != NASH_OK)
            return status;
        *count += found;
    }
    return NASH_OK;
}

/* One round: strikes are added, and what they name dies only when the round is over. */
static enum nash_status strike_round(const struct matrix_sides *sides, bool weak, uint32_t round, struct nash_run *run,
                                     struct matrix_elimination *e, struct nash_error *error)
{
    uint32_t first = e->strikes;
    for (int s = 0; s < 2; s++) {
        const struct matrix_side *side = &sides->side[s];
        struct left left = {e->alive[s], e->alive[1 - s]};
        for (uint32_t own = 0; own < side->own; own++) {
            struct matrix_strike *strike = &e->strike[e->strikes];
            bool found = false;
            enum nash_status status =
                left.own[own] ? find_any(side, left, own, weak, run, &strike->why, &found, error) : NASH_OK;
            if (status != NASH_OK) {
                e->strikes = first;
                return status;
            }
            strike->round = round;
            strike->col = s == 1;
            e->strikes += found;
        }
    }
    for (uint32_t i = first; i < e->strikes; i++)
        e->alive[e->strike[i].col][e->strike[i].why.strategy] = false;
    return NASH_OK;
}

static enum nash_status eliminate(const struct matrix_sides *sides, bool weak, struct nash_run *run,
                                  struct matrix_elimination *e, struct nash_error *error)
{
    uint32_t rows = sides->side[0].own, cols = sides->side[1].own;
    e->strike = NASH_NEW(run->arena, struct matrix_strike, (size_t)rows + cols + 1);
    e->alive[0] = all_alive(run->arena, rows);
    e->alive[1] = all_alive(run->arena, cols);
    if (!e->strike || !e->alive[0] || !e->alive[1])
        return full(error);
    for (uint32_t round = 1;; round++) {
        uint32_t before = e->strikes;
        enum nash_status status = strike_round(sides, weak, round, run, e, error);
        if (status != NASH_OK || e->strikes == before)
            return status;
    }
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
        status = eliminate(sides, false, run, &d->strict, error);
    if (status == NASH_OK)
        status = eliminate(sides, true, run, &d->weak, error);
    return status;
}
