/* Verifies an answer independently of the functions that found it, by the definition of each claim.
 *
 * Equilibria are checked by best responses in exact arithmetic, and their number by Nash (at least one) and Wilson (odd
 * unless the game is degenerate); security levels by the guarantees of both players, which meet in the value; dominance
 * by comparing payoffs in the game at the time of each elimination. */
#include <string.h>

#include <solvers/matrix/analysis/analysis.h>
#include <solvers/matrix/numbers.h>

/* Bounds the profile comparisons for the Pareto front to some tens of milliseconds, since a stop does not interrupt
 * them. */
enum { FRONT_COMPARISONS = 1 << 24, PROFILES_CHECKED = 4096 };

static int64_t pay_a(const struct matrix_game *game, uint32_t i, uint32_t j)
{
    return game->a[(size_t)i * game->cols + j];
}

static int64_t pay_b(const struct matrix_game *game, uint32_t i, uint32_t j)
{
    return game->b[(size_t)i * game->cols + j];
}

/* Each function named *_fault() checks a part of the answer. It returns NULL, or a description of the fault. */

/* ---- equilibria ---- */

/* Returns whether no player gains by another strategy; *strict: each player loses by it. */
static bool is_equilibrium(const struct matrix_game *game, uint32_t i, uint32_t j, bool *strict)
{
    uint32_t others = 0;
    for (uint32_t k = 0; k < game->rows; k++) {
        if (pay_a(game, k, j) > pay_a(game, i, j))
            return false;
        others += k != i && pay_a(game, k, j) == pay_a(game, i, j);
    }
    for (uint32_t k = 0; k < game->cols; k++) {
        if (pay_b(game, i, k) > pay_b(game, i, j))
            return false;
        others += k != j && pay_b(game, i, k) == pay_b(game, i, j);
    }
    *strict = !others;
    return true;
}

static const char *pure_fault(const struct matrix_game *game, const struct matrix_profiles *pure)
{
    uint32_t count = 0;
    bool strict;
    for (uint32_t i = 0; i < game->rows; i++)
        for (uint32_t j = 0; j < game->cols; j++) {
            if (!is_equilibrium(game, i, j, &strict))
                continue;
            const struct matrix_profile *said = &pure->list[count];
            if (count < pure->listed && (said->row != i || said->col != j || said->strict != strict))
                return "the pure equilibria are not those of the game";
            count++;
        }
    return count == pure->count ? NULL : "the pure equilibria are not all";
}

static bool is_pure(const struct matrix_mix *mix)
{
    uint32_t used = 0;
    for (uint32_t i = 0; i < mix->count; i++)
        used += !numbers_is_zero(mix->weight[i]);
    return used == 1;
}

static const char *all_fault(const struct matrix_answer *a)
{
    const struct matrix_equilibria *e = &a->equilibria;
    uint32_t pure = 0;
    for (uint32_t i = 0; i < e->count; i++)
        pure += is_pure(&e->list[i].row) && is_pure(&e->list[i].col);
    if (!e->complete)
        return NULL;
    if (!e->count)
        return "a finite game has an equilibrium";
    if (pure != a->pure.count)
        return "the pure equilibria are not all among the extreme ones";
    return e->degenerate || e->count % 2 ? NULL : "a game that is not degenerate has an odd number of equilibria";
}

static enum nash_status check_equilibria(const struct matrix_problem *p, const struct matrix_answer *a,
                                         struct nash_error *error)
{
    enum nash_status status = NASH_OK;
    if (a->found >> MATRIX_ONE & 1)
        status = matrix_check_equilibrium(&p->game, &a->one.equilibrium, error);
    if (a->found >> MATRIX_EQUILIBRIA & 1)
        for (uint32_t i = 0; i < a->equilibria.count && status == NASH_OK; i++)
            status = matrix_check_equilibrium(&p->game, &a->equilibria.list[i], error);
    return status;
}

/* ---- Pareto ---- */

static bool improves(const struct matrix_game *game, size_t on, size_t by)
{
    return game->a[by] >= game->a[on] && game->b[by] >= game->b[on] &&
           (game->a[by] > game->a[on] || game->b[by] > game->b[on]);
}

static bool is_improved(const struct matrix_game *game, size_t profile)
{
    for (size_t by = 0; by < (size_t)game->rows * game->cols; by++)
        if (improves(game, profile, by))
            return true;
    return false;
}

static const char *pareto_fault(const struct matrix_game *game, const struct matrix_answer *a)
{
    size_t profiles = (size_t)game->rows * game->cols, count = 0;
    for (size_t i = 0; i < a->pareto.listed && i * profiles < FRONT_COMPARISONS; i++)
        if (is_improved(game, (size_t)a->pareto.list[i].row * game->cols + a->pareto.list[i].col))
            return "a profile of the Pareto front can be improved upon";
    for (uint32_t i = 0; i < a->better.listed; i++) {
        const struct matrix_profile *e = &a->pure.list[a->better_than[i]], *by = &a->better.list[i];
        if (!improves(game, (size_t)e->row * game->cols + e->col, (size_t)by->row * game->cols + by->col))
            return "a profile said to be better than an equilibrium is not";
    }
    if (profiles > PROFILES_CHECKED)
        return NULL;
    for (size_t i = 0; i < profiles; i++)
        count += !is_improved(game, i);
    return count == a->pareto.count ? NULL : "the Pareto front is not whole";
}

/* ---- security ---- */

static const char *security_fault(const struct matrix_side *side, const struct matrix_security *s)
{
    bool reached = false;
    for (uint32_t own = 0; own < side->own; own++) {
        bool sure = true;
        bool above = true;
        for (uint32_t other = 0; other < side->other; other++) {
            int64_t pay = side->pay[(size_t)own * side->other + other];
            sure = sure && pay >= s->level;
            above = above && pay > s->level;
        }
        if (above || sure != s->best[own])
            return "the security level is not that of the pure strategies";
        reached = reached || sure;
    }
    if (!reached)
        return "no pure strategy reaches the security level";
    const struct matrix_value *mixed = &s->mixed;
    if (mixed->row.count != side->own || mixed->col.count != side->other || !numbers_is_mixture(&mixed->row) ||
        !numbers_is_mixture(&mixed->col))
        return "a mixed strategy is no probability distribution";
    struct numbers_mean *own_mean = numbers_mean_new(&mixed->row, mixed->value);
    struct numbers_mean *other_mean = numbers_mean_new(&mixed->col, mixed->value);
    const char *fault = own_mean && other_mean ? NULL : "out of memory";
    for (uint32_t other = 0; other < side->other && !fault; other++)
        if (numbers_mean_compare(own_mean, side->pay + other, side->other) < 0)
            fault = "a mixed strategy does not secure its level";
    for (uint32_t own = 0; own < side->own && !fault; own++)
        if (numbers_mean_compare(other_mean, side->pay + (size_t)own * side->other, 1) > 0)
            fault = "the opponent's mixed strategy concedes more than the security level";
    numbers_mean_free(own_mean);
    numbers_mean_free(other_mean);
    return fault;
}

/* ---- dominance ---- */

/* Compares the payoff of the dominator against `other` with that of the dominated strategy. Returns -1, 0 or 1. `mix`
 * is NULL for a pure dominator. */
static int compare_at(const struct matrix_side *side, const struct matrix_dominator *why, struct numbers_mean *mix,
                      uint32_t other)
{
    int64_t pay = side->pay[(size_t)why->strategy * side->other + other];
    if (mix) {
        numbers_mean_level(mix, pay);
        return numbers_mean_compare(mix, side->pay + other, side->other);
    }
    int64_t better = side->pay[(size_t)why->by * side->other + other];
    return (better > pay) - (better < pay);
}

/* Requires that the dominator is never worse and at least once better (if strict: always better) against the opponent's
 * strategies that are alive. */
static const char *payoffs_fault(const struct matrix_side *side, const struct matrix_dominator *why,
                                 struct numbers_mean *mix, const bool *alive_other)
{
    bool once = false;
    for (uint32_t other = 0; other < side->other; other++) {
        if (!alive_other[other])
            continue;
        int order = compare_at(side, why, mix, other);
        if (order < 0 || (why->strict && order == 0))
            return "a strategy said to be dominated is not";
        once = once || order > 0;
    }
    return once ? NULL : "a strategy said to be dominated is not";
}

static const char *dominator_fault(const struct matrix_side *side, const struct matrix_dominator *why,
                                   const bool *alive, const bool *alive_other)
{
    if (why->by != MATRIX_BY_MIXTURE)
        return alive[why->by] && why->by != (int32_t)why->strategy ? payoffs_fault(side, why, NULL, alive_other)
                                                                   : "a dominating strategy was struck out";
    if (why->mix.count != side->own || !numbers_is_mixture(&why->mix) ||
        !numbers_is_zero(why->mix.weight[why->strategy]))
        return "a dominating mixture is no probability distribution, or uses the dominated strategy";
    for (uint32_t own = 0; own < side->own; own++)
        if (!alive[own] && !numbers_is_zero(why->mix.weight[own]))
            return "a dominating mixture uses what was struck out";
    struct numbers_mean *mix = numbers_mean_new(&why->mix, "0");
    const char *fault = mix ? payoffs_fault(side, why, mix, alive_other) : "out of memory";
    numbers_mean_free(mix);
    return fault;
}

/* Repeats the elimination round by round. */
static const char *elimination_fault(const struct matrix_sides *sides, const struct matrix_elimination *e,
                                     bool *const alive[2])
{
    for (int s = 0; s < 2; s++)
        memset(alive[s], true, sides->side[s].own);
    for (uint32_t first = 0, next; first < e->strikes; first = next) {
        for (next = first; next < e->strikes && e->strike[next].round == e->strike[first].round; next++) {
            int s = e->strike[next].col;
            const char *fault = alive[s][e->strike[next].why.strategy]
                                    ? dominator_fault(&sides->side[s], &e->strike[next].why, alive[s], alive[1 - s])
                                    : "a strategy is struck out twice";
            if (fault)
                return fault;
        }
        for (uint32_t i = first; i < next; i++)
            alive[e->strike[i].col][e->strike[i].why.strategy] = false;
    }
    for (int s = 0; s < 2; s++)
        if (memcmp(alive[s], e->alive[s], sides->side[s].own) != 0 || !memchr(alive[s], true, sides->side[s].own))
            return "what is left is not what was not struck out";
    return NULL;
}

static const char *dominance_fault(const struct matrix_sides *sides, const struct matrix_dominance *d,
                                   bool *const alive[2])
{
    const char *fault = elimination_fault(sides, &d->strict, alive);
    if (!fault)
        fault = elimination_fault(sides, &d->weak, alive);
    for (int s = 0; s < 2; s++)
        memset(alive[s], true, sides->side[s].own);
    for (int s = 0; s < 2; s++)
        for (uint32_t i = 0; i < d->count[s] && !fault; i++)
            fault = dominator_fault(&sides->side[s], &d->list[s][i], alive[s], alive[1 - s]);
    return fault;
}

/* ---- a decision ---- */

/* Checks all criteria of one act against its row of payoffs. */
static bool act_holds(const struct matrix_problem *p, const struct matrix_decision *d, uint32_t act)
{
    const int64_t *pay = p->game.a + (size_t)act * p->game.cols, *regret = d->regret_of + (size_t)act * p->game.cols;
    int64_t worst = INT64_MAX, best = INT64_MIN, most = 0;
    __int128 sum = 0, expected = 0;
    for (uint32_t state = 0; state < p->game.cols; state++) {
        int64_t top = pay[state] + regret[state];
        bool reached = false;
        for (uint32_t other = 0; other < p->game.rows; other++) {
            int64_t rival = pay_a(&p->game, other, state);
            if (rival > top)
                return false;
            reached = reached || rival == top;
        }
        if (!reached)
            return false;
        worst = pay[state] < worst ? pay[state] : worst;
        best = pay[state] > best ? pay[state] : best;
        most = regret[state] > most ? regret[state] : most;
        sum += pay[state];
        expected += p->probability ? (__int128)p->probability[state] * pay[state] : 0;
    }
    __int128 hurwicz = (__int128)worst * p->alpha.den + ((__int128)best - worst) * p->alpha.num;
    return d->maximin.num[act] == worst && d->maximax.num[act] == best && d->regret.num[act] == most &&
           d->laplace.num[act] == sum && d->hurwicz.num[act] == hurwicz &&
           (!p->probability || d->expected.num[act] == expected);
}

/* Returns whether exactly the acts that no other act beats are marked as best. sign 1: more is better; -1: less is. */
static bool marks_hold(const struct matrix_criterion *c, uint32_t acts, int sign)
{
    for (uint32_t act = 0; act < acts; act++) {
        bool beaten = false;
        for (uint32_t other = 0; other < acts; other++)
            beaten = beaten || sign * (c->num[other] - c->num[act]) > 0;
        if (c->best[act] == beaten)
            return false;
    }
    return true;
}

static const char *decision_fault(const struct matrix_problem *p, const struct matrix_answer *a, bool *const alive[2])
{
    const struct matrix_decision *d = &a->decision;
    uint32_t acts = p->game.rows;
    for (uint32_t act = 0; act < acts; act++)
        if (!act_holds(p, d, act))
            return "the numbers of an act are not those of its outcomes";
    if (!marks_hold(&d->maximin, acts, 1) || !marks_hold(&d->maximax, acts, 1) || !marks_hold(&d->hurwicz, acts, 1) ||
        !marks_hold(&d->regret, acts, -1) || !marks_hold(&d->laplace, acts, 1) ||
        (p->probability && !marks_hold(&d->expected, acts, 1)))
        return "a criterion names an act that is not best by it";
    struct matrix_side side = {acts, p->game.cols, p->game.a};
    memset(alive[0], true, acts);
    memset(alive[1], true, p->game.cols);
    for (uint32_t i = 0; i < d->dominated_count; i++) {
        const char *fault = dominator_fault(&side, &d->dominated[i], alive[0], alive[1]);
        if (fault)
            return fault;
    }
    return NULL;
}

/* ---- the whole ---- */

static const char *game_fault(const struct matrix_problem *p, const struct matrix_answer *a,
                              const struct matrix_sides *sides, bool *const alive[2])
{
    const char *fault = NULL;
    if (a->found >> MATRIX_PURE & 1)
        fault = pure_fault(&p->game, &a->pure);
    if (!fault && a->found >> MATRIX_EQUILIBRIA & 1 && a->found >> MATRIX_PURE & 1)
        fault = all_fault(a);
    if (!fault && a->found >> MATRIX_PARETO & 1)
        fault = pareto_fault(&p->game, a);
    for (int s = 0; s < 2 && !fault; s++)
        if (a->found >> MATRIX_SECURITY & 1)
            fault = security_fault(&sides->side[s], &a->security[s]);
    if (!fault && a->found >> MATRIX_DOMINANCE & 1)
        fault = dominance_fault(sides, &a->dominance, alive);
    return fault;
}

enum nash_status matrix_verify(const void *problem, const struct nash_result *result, struct nash_error *error)
{
    const struct matrix_problem *p = problem;
    const struct matrix_answer *a = result->answer;
    struct matrix_sides sides;
    bool *alive[2] = {NASH_NEW(a->arena, bool, p->game.rows), NASH_NEW(a->arena, bool, p->game.cols)};
    if (!alive[0] || !alive[1] || !matrix_sides_of(&p->game, a->arena, &sides))
        return nash_fail(error, NASH_NOMEM, "", "the memory of this job does not suffice to check the answer");
    const char *fault = p->form == MATRIX_DECISION ? decision_fault(p, a, alive) : game_fault(p, a, &sides, alive);
    if (fault)
        return nash_fail(error, NASH_INTERNAL, "", "the check of the answer failed: %s", fault);
    return p->form == MATRIX_DECISION ? NASH_OK : check_equilibria(p, a, error);
}
