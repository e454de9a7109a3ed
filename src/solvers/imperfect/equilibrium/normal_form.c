/* Solves small two-player trees by way of their reduced normal form.
 *
 * A reduced pure strategy chooses at the sets that its own choices reach. Its number is written in mixed radix: the
 * digit of a set counts the continuations of its actions, action 0 first, so number 0 plays the first action
 * everywhere. */
#include "normal_form.h"

#include <gmp.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <solvers/kit/rational.h>
#include <solvers/matrix/game.h>

#include "cfr.h"
#include "sequence.h"
#include "values.h"

enum { DENOMINATOR_MAX = 1000000 };

/* A player's pure strategies. */
struct plans {
    const struct sequence_player *own;
    uint64_t *below; /* [sequences]: number of continuations of a sequence; of sequence 0 all strategies */
    uint64_t *rest;  /* [sequences]: digits that are left of the number being expanded */
    bool *chosen;    /* [count * sequences]: whether a strategy chooses a sequence */
    uint32_t count;
};

struct normal {
    const struct game_tree *tree;
    struct nash_run *run;
    struct sequence_form form;
    struct plans plans[2];
    uint32_t *last;  /* [2 * nodes] */
    int64_t *weight; /* [2 * nodes]: chance * payoff of each player at a terminal, times `scale` */
    int64_t scale;
};

/* Returns the number of continuations of a set: the sum over its actions; UINT64_MAX if it is larger. */
static uint64_t set_continuations(const struct sequence_set *set, const uint64_t *below)
{
    uint64_t sum = 0;
    for (uint32_t k = 0; k < set->count; k++)
        if (__builtin_add_overflow(sum, below[set->first + k], &sum))
            return UINT64_MAX;
    return sum;
}

static void count_continuations(const struct sequence_player *own, uint64_t *below)
{
    for (uint32_t s = 0; s < own->sequences; s++)
        below[s] = 1;
    for (uint32_t i = own->sets; i-- > 0;) {
        uint64_t *parent = &below[own->set[i].parent];
        if (__builtin_mul_overflow(*parent, set_continuations(&own->set[i], below), parent))
            *parent = UINT64_MAX;
    }
}

uint64_t normal_form_strategies(const struct game_tree *tree, uint32_t player, struct nash_arena *arena)
{
    struct nash_arena_mark mark = nash_arena_mark(arena);
    struct sequence_form form = {0};
    uint32_t *last = NASH_NEW(arena, uint32_t, 2 * (size_t)tree->nodes);
    uint64_t count = UINT64_MAX;
    if (tree->players == 2 && last && sequence_sets(&form, tree, last, arena) == NASH_OK) {
        uint64_t *below = NASH_NEW(arena, uint64_t, form.player[player].sequences);
        if (below) {
            count_continuations(&form.player[player], below);
            count = below[0];
        }
    }
    nash_arena_release(arena, mark);
    return count;
}

/* Marks the sequences that strategy `number` chooses. */
static void expand(const struct plans *plans, uint64_t number, bool *chosen)
{
    chosen[0] = true;
    plans->rest[0] = number;
    for (uint32_t i = 0; i < plans->own->sets; i++) {
        const struct sequence_set *set = &plans->own->set[i];
        if (!chosen[set->parent])
            continue;
        uint64_t radix = set_continuations(set, plans->below), digit = plans->rest[set->parent] % radix;
        uint32_t s = set->first;
        plans->rest[set->parent] /= radix;
        for (; digit >= plans->below[s]; s++)
            digit -= plans->below[s];
        chosen[s] = true;
        plans->rest[s] = digit;
    }
}

static enum nash_status plans_init(struct plans *plans, const struct sequence_player *own, uint32_t player,
                                   struct nash_arena *arena, struct nash_error *error)
{
    *plans = (struct plans){.own = own,
                            .below = NASH_NEW(arena, uint64_t, own->sequences),
                            .rest = NASH_NEW(arena, uint64_t, own->sequences)};
    if (!plans->below || !plans->rest)
        return NASH_NOMEM;
    count_continuations(own, plans->below);
    if (plans->below[0] > NORMAL_FORM_MAX)
        return nash_fail(error, NASH_UNPROCESSABLE, "/game",
                         "player %u has more than %d pure strategies; only a game with a constant sum can be larger",
                         player + 1, NORMAL_FORM_MAX);
    plans->count = (uint32_t)plans->below[0];
    plans->chosen = NASH_NEW(arena, bool, (size_t)plans->count * own->sequences);
    if (!plans->chosen)
        return NASH_NOMEM;
    for (uint32_t n = 0; n < plans->count; n++)
        expand(plans, n, plans->chosen + (size_t)n * own->sequences);
    return NASH_OK;
}

/* Finds the fraction with a small denominator that a double was computed from, by continued fractions; else the
 * shortest decimal. Returns false if there is none. */
static bool fraction_of(double x, struct rational *value)
{
    double rest = fabs(x);
    int64_t num[2] = {1, 0}, den[2] = {0, 1}; /* the last two convergents */
    for (int step = 0; step < 40 && rest < 1e15; step++) {
        int64_t whole = (int64_t)floor(rest);
        int64_t n, d;
        if (__builtin_mul_overflow(whole, num[0], &n) || __builtin_add_overflow(n, num[1], &n) ||
            __builtin_mul_overflow(whole, den[0], &d) || __builtin_add_overflow(d, den[1], &d) || d > DENOMINATOR_MAX)
            break;
        num[1] = num[0];
        den[1] = den[0];
        num[0] = n;
        den[0] = d;
        if (fabs((double)n / (double)d - fabs(x)) <= 1e-14 * fabs(x)) {
            *value = (struct rational){x < 0 ? -n : n, d};
            return true;
        }
        rest = 1 / (rest - floor(rest));
    }
    return rational_of_double(x, value) == RATIONAL_READ;
}

/* Multiplies fractions in lowest terms. Returns false if a part exceeds 2^62. */
static bool fraction_times(struct rational a, struct rational b, struct rational *product)
{
    __int128 num = (__int128)a.num * b.num, den = (__int128)a.den * b.den, x = num < 0 ? -num : num, y = den;
    while (x) {
        __int128 r = y % x;
        y = x;
        x = r;
    }
    num /= y;
    den /= y;
    const __int128 most = (__int128)1 << 62;
    if (num > most || num < -most || den > most)
        return false;
    *product = (struct rational){(int64_t)num, (int64_t)den};
    return true;
}

/* Scales chance * payoff of all terminals to integers. Returns NASH_UNPROCESSABLE if they exceed 2^62. */
static enum nash_status scale_payoffs(struct normal *normal, struct nash_error *error)
{
    const struct game_tree *tree = normal->tree;
    struct rational *reach = NASH_NEW(normal->run->arena, struct rational, tree->nodes);
    struct rational *product = NASH_NEW(normal->run->arena, struct rational, 2 * (size_t)tree->nodes);
    if (!reach || !product)
        return NASH_NOMEM;
    bool fits = true;
    normal->scale = 1;
    reach[0] = (struct rational){1, 1};
    for (uint32_t v = 0; fits && v < tree->nodes; v++) {
        struct rational edge;
        if (v > 0)
            fits = fraction_of(tree->chance[v], &edge) && fraction_times(reach[tree->parent[v]], edge, &reach[v]);
        for (size_t n = 2 * (size_t)v; fits && tree->player[v] == GAME_TERMINAL && n < 2 * (size_t)v + 2; n++) {
            fits = fraction_of(tree->payoff[n], &edge) && fraction_times(reach[v], edge, &product[n]);
            normal->scale = fits ? rational_common(normal->scale, product[n].den) : 0;
            fits = normal->scale != 0;
        }
    }
    for (uint32_t v = 0; fits && v < tree->nodes; v++)
        for (size_t n = 2 * (size_t)v; fits && tree->player[v] == GAME_TERMINAL && n < 2 * (size_t)v + 2; n++)
            fits = !__builtin_mul_overflow(product[n].num, normal->scale / product[n].den, &normal->weight[n]) &&
                   llabs(normal->weight[n]) < INT64_MAX / 4 / tree->nodes;
    if (fits)
        return NASH_OK;
    return nash_fail(error, NASH_UNPROCESSABLE, "/game",
                     "the common denominator of probabilities and payoffs exceeds 2^62; write simpler fractions");
}

/* Fills both payoff matrices. */
static enum nash_status fill(struct normal *normal, int64_t *a, int64_t *b)
{
    const struct game_tree *tree = normal->tree;
    const struct plans *rows = &normal->plans[0], *cols = &normal->plans[1];
    for (uint32_t r = 0; r < rows->count; r++) {
        if (nash_stop(normal->run, EQUILIBRIUM_STOP_STRATEGIES))
            return NASH_STOPPED;
        const bool *row = rows->chosen + (size_t)r * rows->own->sequences;
        for (uint32_t v = 0; v < tree->nodes; v++) {
            if (tree->player[v] != GAME_TERMINAL || !row[normal->last[2 * (size_t)v]])
                continue;
            const bool *col = cols->chosen + normal->last[2 * (size_t)v + 1];
            int64_t *to = a + (size_t)r * cols->count, *other = b + (size_t)r * cols->count;
            for (uint32_t c = 0; c < cols->count; c++) {
                to[c] += col[(size_t)c * cols->own->sequences] ? normal->weight[2 * (size_t)v] : 0;
                other[c] += col[(size_t)c * cols->own->sequences] ? normal->weight[2 * (size_t)v + 1] : 0;
            }
        }
    }
    return NASH_OK;
}

/* Returns a fraction "-17/3" as a double. */
static double fraction_value(const char *text)
{
    mpq_t number;
    mpq_init(number);
    mpq_set_str(number, text, 10);
    double value = mpq_get_d(number);
    mpq_clear(number);
    return value;
}

/* Returns text / scale in lowest terms, in the arena; NULL without memory. */
static const char *fraction_scaled(const char *text, int64_t scale, struct nash_arena *arena)
{
    mpq_t number, by;
    mpq_inits(number, by, NULL);
    mpq_set_str(number, text, 10);
    mpz_set_si(mpq_numref(by), scale);
    mpq_div(number, number, by);
    char *out =
        nash_arena_alloc(arena, mpz_sizeinbase(mpq_numref(number), 10) + mpz_sizeinbase(mpq_denref(number), 10) + 3);
    if (out)
        mpq_get_str(out, 10, number);
    mpq_clears(number, by, NULL);
    return out;
}

/* Converts a mixture of pure strategies to a behaviour strategy: by perfect recall, the plan of a sequence is the
 * weight of the strategies that choose it (Kuhn 1953). */
static bool to_behaviour(const struct plans *plans, const struct game_tree *tree, const struct matrix_mix *mix,
                         double *strategy, struct nash_arena *arena)
{
    double *plan = NASH_NEW(arena, double, plans->own->sequences);
    if (!plan)
        return false;
    for (uint32_t n = 0; n < plans->count; n++) {
        double weight = fraction_value(mix->weight[n]);
        for (uint32_t s = 0; weight > 0 && s < plans->own->sequences; s++)
            plan[s] += plans->chosen[(size_t)n * plans->own->sequences + s] ? weight : 0;
    }
    sequence_behaviour(plans->own, tree, plan, strategy);
    for (uint32_t i = 0; i < plans->own->sets; i++) {
        const struct sequence_set *set = &plans->own->set[i];
        double *local = strategy + tree->infoset_of[set->infoset].first_action;
        for (uint32_t k = 0; !(plan[set->parent] > 0) && k < set->count; k++)
            local[k] = k == 0;
    }
    return true;
}

static enum nash_status normal_init(struct normal *normal, struct nash_error *error)
{
    const struct game_tree *tree = normal->tree;
    struct nash_arena *arena = normal->run->arena;
    if (tree->players != 2)
        return nash_fail(error, NASH_UNPROCESSABLE, "/game", "this method needs 2 players; the game has %u",
                         tree->players);
    normal->last = NASH_NEW(arena, uint32_t, 2 * (size_t)tree->nodes);
    normal->weight = NASH_NEW(arena, int64_t, 2 * (size_t)tree->nodes);
    if (!normal->last || !normal->weight)
        return NASH_NOMEM;
    enum nash_status status = sequence_sets(&normal->form, tree, normal->last, arena);
    for (uint32_t p = 0; status == NASH_OK && p < 2; p++)
        status = plans_init(&normal->plans[p], &normal->form.player[p], p, arena, error);
    return status == NASH_OK ? scale_payoffs(normal, error) : status;
}

/* Converts the equilibrium of the matrix to the tree. */
static enum nash_status convert(const struct normal *normal, const struct matrix_one *one,
                                struct normal_form_result *result)
{
    struct nash_arena *arena = normal->run->arena;
    result->strategy = NASH_NEW(arena, double, normal->tree->actions);
    result->by = one->by;
    result->pivots = one->pivots;
    const struct matrix_mix *mix[2] = {&one->equilibrium.row, &one->equilibrium.col};
    const char *value[2] = {one->equilibrium.row_value, one->equilibrium.col_value};
    for (uint32_t p = 0; p < 2; p++) {
        if (!result->strategy || !to_behaviour(&normal->plans[p], normal->tree, mix[p], result->strategy, arena) ||
            !(result->exact[p] = fraction_scaled(value[p], normal->scale, arena)))
            return NASH_NOMEM;
        result->value[p] = fraction_value(result->exact[p]);
        result->strategies[p] = normal->plans[p].count;
    }
    return NASH_OK;
}

enum nash_status normal_form_solve(const struct game_tree *tree, struct nash_run *run,
                                   struct normal_form_result *result, struct nash_error *error)
{
    struct normal normal = {.tree = tree, .run = run};
    *result = (struct normal_form_result){0};
    enum nash_status status = normal_init(&normal, error);
    if (status != NASH_OK)
        return status;
    size_t cells = (size_t)normal.plans[0].count * normal.plans[1].count;
    int64_t *a = NASH_NEW(run->arena, int64_t, cells), *b = NASH_NEW(run->arena, int64_t, cells);
    if (!a || !b)
        return NASH_NOMEM;
    status = fill(&normal, a, b);
    if (status != NASH_OK)
        return status;
    struct matrix_game game = {.rows = normal.plans[0].count, .cols = normal.plans[1].count, .a = a, .b = b};
    struct matrix_one one;
    status = matrix_one_equilibrium(&game, run, &one, error);
    return status == NASH_OK ? convert(&normal, &one, result) : status;
}
