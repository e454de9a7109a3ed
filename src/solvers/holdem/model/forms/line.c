/* The posterior of a player after each step of a line. */
#include "line.h"

#include <math.h>
#include <string.h>

uint64_t line_known(const struct line_problem *p, unsigned street)
{
    uint64_t known = 0;
    for (unsigned k = 0; k < history_street_board(street) && k < p->hand.board_count; k++)
        known |= card_bit(p->hand.board[k]);
    for (unsigned k = 0; k < 2; k++)
        if (p->hero != LINE_NONE && p->cards[k] != CARD_NONE)
            known |= card_bit(p->cards[k]);
    return known;
}

/* ---- one step ---- */

static void step_grid(struct line_step *step, const double probability[static HOLDEM_COMBOS], uint64_t known)
{
    double sum[HOLDEM_CLASSES] = {0}, count[HOLDEM_CLASSES] = {0}, most = 0;
    for (unsigned i = 0; i < HOLDEM_COMBOS; i++) {
        sum[combo_class(i)] += probability[i];
        count[combo_class(i)] += combo_mask(i) & known ? 0 : 1;
    }
    for (unsigned c = 0; c < HOLDEM_CLASSES; c++) {
        const double mean = count[c] > 0 ? sum[c] / count[c] : 0;
        step->grid[c] = (float)mean;
        most = fmax(most, mean);
    }
    for (unsigned c = 0; c < HOLDEM_CLASSES; c++)
        step->grid[c] = most > 0 ? (float)(step->grid[c] / most) : 0;
    for (unsigned k = 0; k < LINE_TOP; k++) {
        unsigned best = 0;
        for (unsigned c = 1; c < HOLDEM_CLASSES; c++)
            best = sum[c] > sum[best] ? c : best;
        step->top[k] = (uint8_t)best;
        step->top_p[k] = (float)fmax(sum[best], 0);
        sum[best] = -1;
    }
}

struct line_walk {
    const struct line_problem *p;
    const struct holdem_policy *policy;
    struct line_answer *a;
    struct belief belief;
    uint8_t cell[HOLDEM_COMBOS]; /* of the street */
    unsigned street;
    double entropy, log_sum;
};

/* Takes down the posterior after a step. */
static void walk_note(struct line_walk *w, struct line_step step)
{
    const double log_sum = belief_normalise(&w->belief, w->a->probability);
    const double entropy = belief_entropy(w->a->probability);
    step.entropy = entropy;
    step.gained = w->entropy - entropy;
    step.likelihood = exp(log_sum - w->log_sum);
    step_grid(&step, w->a->probability, line_known(w->p, w->street));
    w->a->contradicted = w->a->contradicted || log_sum == -INFINITY;
    w->entropy = entropy;
    w->log_sum = log_sum;
    w->a->step[w->a->steps++] = step;
}

static void walk_street(struct line_walk *w, unsigned street)
{
    while (w->street < street && history_street_board(w->street + 1) <= w->p->hand.board_count) {
        w->street++;
        belief_remove(&w->belief, line_known(w->p, w->street));
        cells_of_board(w->p->hand.board, history_street_board(w->street), w->policy->class_weight, w->cell);
        walk_note(w, (struct line_step){.cards = true, .action = w->street});
    }
}

static enum nash_status walk_line(struct line_walk *w, struct nash_run *run)
{
    struct decision decision[HISTORY_ACTIONS];
    const size_t count = situation_list(&w->p->hand, decision);
    for (uint32_t k = 0; k < count; k++) {
        if (nash_stop(run, HOLDEM_STOP_LINE))
            return NASH_STOPPED;
        const struct decision *d = &decision[k];
        walk_street(w, d->street);
        const bool own = d->player == w->p->of;
        if (own)
            belief_act(&w->belief, w->policy, d->situation, d->deed, w->cell);
        walk_note(w, (struct line_step){.action = k, .own = own});
    }
    walk_street(w, w->p->play.street > w->street ? w->p->play.street : w->street);
    return NASH_OK;
}

/* ---- the form ---- */

static struct holdem_policy *line_policy(const struct line_problem *p, struct nash_arena *arena)
{
    struct holdem_policy *policy = holdem_policy_new(arena);
    if (policy && p->model)
        holdem_policy_fit(policy, p->model, p->trust, arena);
    return policy;
}

enum nash_status line_solve(const void *problem, struct nash_run *run, struct nash_result *result,
                            struct nash_error *error)
{
    const struct line_problem *p = problem;
    struct line_answer *a = NASH_NEW(run->arena, struct line_answer, 1);
    struct line_walk *w = NASH_NEW(run->arena, struct line_walk, 1);
    struct holdem_policy *policy = line_policy(p, run->arena);
    if (a)
        a->step = NASH_NEW(run->arena, struct line_step, p->hand.actions + HISTORY_STREETS);
    if (!a || !w || !policy || !a->step)
        return nash_fail(error, NASH_NOMEM, "", "the line does not fit into the memory of this job");
    a->trust = policy->trust;
    *w = (struct line_walk){.p = p, .policy = policy, .a = a};
    belief_begin(&w->belief, p->range, line_known(p, HISTORY_PREFLOP));
    cells_preflop(w->cell);
    w->log_sum = belief_normalise(&w->belief, a->probability);
    a->entropy = w->entropy = belief_entropy(a->probability);
    enum nash_status status = walk_line(w, run);
    if (status == NASH_OK && p->hero != LINE_NONE)
        status = line_decide(p, policy, run, a, error);
    if (status == NASH_STOPPED && a->steps == 0)
        return nash_fail(error, NASH_STOPPED, "", "the budget ended before the first action");
    if (status != NASH_OK && status != NASH_STOPPED)
        return status;
    a->stopped = status == NASH_STOPPED;
    result->answer = a;
    result->final = !a->stopped;
    return NASH_OK;
}

/* Checks that the posterior is a distribution over the possible combos, the account of the entropy, and the decision.
 */
enum nash_status line_verify(const void *problem, const struct nash_result *result, struct nash_error *error)
{
    const struct line_problem *p = problem;
    const struct line_answer *a = result->answer;
    const uint64_t known = line_known(p, HISTORY_RIVER);
    double sum = 0;
    for (unsigned i = 0; i < HOLDEM_COMBOS; i++) {
        const bool impossible = !a->stopped && (combo_mask(i) & known);
        if (!(a->probability[i] >= 0) || (impossible && a->probability[i] > 0))
            return nash_fail(error, NASH_INTERNAL, "", "combo %u has probability %g", i, a->probability[i]);
        if (p->range && p->range->weight[i] <= 0 && a->probability[i] > 0)
            return nash_fail(error, NASH_INTERNAL, "", "combo %u is not in the range", i);
        sum += a->probability[i];
    }
    if (!a->contradicted && fabs(sum - 1) > 1e-9)
        return nash_fail(error, NASH_INTERNAL, "", "the probabilities sum to %.12g", sum);
    double entropy = a->entropy;
    for (unsigned k = 0; k < a->steps; k++)
        entropy -= a->step[k].gained;
    if (fabs(entropy - belief_entropy(a->probability)) > 1e-6)
        return nash_fail(error, NASH_INTERNAL, "", "the gains do not sum to the loss of entropy");
    if (a->decided) {
        const struct nash_result worth = {.final = true, .answer = a->worth};
        return holdem_equity_verify(a->spot, &worth, error);
    }
    return NASH_OK;
}

const struct form holdem_form_line = {
    .name = "line",
    .member = "line",
    .read = line_read_line,
    .canon = line_canon,
    .solve = line_solve,
    .verify = line_verify,
    .describe = line_describe,
    .write = line_write,
};

const struct form holdem_form_hand = {
    .name = "line",
    .member = "hand",
    .read = line_read_hand,
    .canon = line_canon,
    .solve = line_solve,
    .verify = line_verify,
    .describe = line_describe,
    .write = line_write,
};
