/* Predictions of hidden cards. A player who left before the flop has a posterior over the 169 classes; this costs an
 * eighth of one over the combos, and most players are of this sort. */
#include "measure.h"

#include <math.h>
#include <string.h>

void measure_begin(struct measure *m, const struct holdem_policy *policy, const struct holdem_history_hand *hand)
{
    m->policy = policy;
    m->hand = hand;
    m->decisions = situation_list(hand, m->decision);
    m->board = 0;
    m->folded = m->beyond = m->filled = 0;
    for (unsigned k = 0; k < hand->board_count; k++)
        m->board |= card_bit(hand->board[k]);
    uint32_t early = 0;
    for (size_t k = 0; k < m->decisions; k++)
        if (m->decision[k].deed == HOLDEM_DEED_FOLD) {
            m->folded |= UINT32_C(1) << m->decision[k].player;
            if (m->decision[k].street == HISTORY_PREFLOP)
                early |= UINT32_C(1) << m->decision[k].player;
        }
    if (hand->board_count >= 3)
        m->beyond = ((UINT32_C(1) << hand->players) - 1) & ~early;
}

static const uint8_t *street_cells(struct measure *m, unsigned street)
{
    if (!(m->filled >> street & 1)) {
        if (street == HISTORY_PREFLOP)
            cells_preflop(m->cell[street]);
        else
            cells_of_board(m->hand->board, history_street_board(street), m->policy->class_weight, m->cell[street]);
        m->filled |= UINT32_C(1) << street;
    }
    return m->cell[street];
}

static unsigned player_combo(const struct measure *m, unsigned player)
{
    return combo_of(m->hand->seat[player].hole[0], m->hand->seat[player].hole[1]);
}

unsigned measure_cell(struct measure *m, unsigned player, unsigned street)
{
    const unsigned combo = player_combo(m, player);
    return street == HISTORY_PREFLOP ? combo_class(combo) : street_cells(m, street)[combo];
}

/* Sets the posterior probability of each class of a player who acts only before the flop. */
static void class_posterior(const struct measure *m, unsigned player, double probability[static HOLDEM_CLASSES])
{
    double sum = 0;
    memset(probability, 0, HOLDEM_CLASSES * sizeof *probability);
    for (size_t k = 0; k < m->decisions; k++) {
        const struct decision *d = &m->decision[k];
        if (d->player != player)
            continue;
        const float *log_p = holdem_policy_deed(m->policy, d->situation, d->deed);
        for (unsigned c = 0; c < HOLDEM_CLASSES; c++)
            probability[c] += (double)log_p[c];
    }
    for (unsigned c = 0; c < HOLDEM_CLASSES; c++) {
        probability[c] = class_combos(c) * exp(probability[c]);
        sum += probability[c];
    }
    for (unsigned c = 0; c < HOLDEM_CLASSES; c++)
        probability[c] /= sum;
}

void measure_posterior(struct measure *m, unsigned player)
{
    struct belief belief;
    if (!(m->beyond >> player & 1)) {
        class_posterior(m, player, m->probability[player]);
        return;
    }
    belief_begin(&belief, NULL, m->board);
    for (size_t k = 0; k < m->decisions; k++) {
        const struct decision *d = &m->decision[k];
        if (d->player == player)
            belief_act(&belief, m->policy, d->situation, d->deed, street_cells(m, d->street));
    }
    belief_normalise(&belief, m->probability[player]);
}

void measure_shares(struct measure *m, unsigned player, unsigned street, double share[static CELLS])
{
    memset(share, 0, CELLS * sizeof *share);
    if (!(m->beyond >> player & 1)) {
        memcpy(share, m->probability[player], CELLS * sizeof *share);
        return;
    }
    const uint8_t *cell = street_cells(m, street);
    for (unsigned i = 0; i < HOLDEM_COMBOS; i++)
        if (cell[i] != CELL_DEAD)
            share[cell[i]] += m->probability[player][i];
}

/* Adds the outcome of each ordered pair of players at a showdown: the first one knows the own cards, and the posterior
 * of the second one says how likely they win. */
static void measure_wins(struct measure *m, uint32_t shown, uint32_t wanted, struct model_quality *quality)
{
    double flat[HOLDEM_COMBOS];
    for (unsigned i = 0; i < HOLDEM_COMBOS; i++)
        flat[i] = combo_mask(i) & m->board ? 0 : 1;
    for (unsigned a = 0; a < m->hand->players; a++)
        for (unsigned b = 0; b < m->hand->players; b++) {
            if (a == b || !(shown >> a & 1) || !(shown >> b & wanted >> b & 1))
                continue;
            double certain[HOLDEM_COMBOS] = {0};
            certain[player_combo(m, b)] = 1;
            const unsigned own = player_combo(m, a);
            const double won = belief_beaten(certain, own, m->hand->board);
            model_calibration_add(&quality->wins, belief_beaten(m->probability[b], own, m->hand->board), won);
            model_calibration_add(&quality->uniform_wins, belief_beaten(flat, own, m->hand->board), won);
        }
}

static double log_choose_two(unsigned n)
{
    return log(n * (n - 1) / 2.0);
}

void measure_hand(struct measure *m, uint32_t wanted, struct model_quality *quality, struct model_losses *shown)
{
    const struct holdem_history_hand *hand = m->hand;
    const uint32_t all = (UINT32_C(1) << hand->players) - 1, stayed = all & ~m->folded;
    const bool showdown = hand->complete && hand->board_count == 5 && (stayed & (stayed - 1));
    uint32_t pairs = 0;
    for (unsigned p = 0; p < hand->players; p++) {
        const bool at_end = showdown && (stayed >> p & 1), known = history_hole_known(&hand->seat[p]);
        quality->hidden += !known && (wanted >> p & 1);
        if (!known)
            continue;
        pairs |= (uint32_t)at_end << p;
        if (!(wanted >> p & 1))
            continue;
        measure_posterior(m, p);
        const unsigned combo = player_combo(m, p);
        if (m->beyond >> p & 1) {
            const double loss = -log(m->probability[p][combo]), flat = log_choose_two(52U - hand->board_count);
            model_losses_add(&quality->group[at_end ? MODEL_SHOWDOWN : MODEL_FLOP], loss, flat);
            if (at_end)
                model_losses_add(shown, loss, flat);
        } else {
            const unsigned c = combo_class(combo);
            model_losses_add(&quality->group[MODEL_PREFLOP], -log(m->probability[p][c] / class_combos(c)),
                             log_choose_two(52));
        }
    }
    measure_wins(m, pairs, wanted, quality);
}
