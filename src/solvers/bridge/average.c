/* Sums, means, standard errors.
 *
 * The error of a mean is s / sqrt(n) with the unbiased s; a share is the mean of zeros and ones. Whole sums of small
 * numbers make both exact up to the last division. */
#include "average.h"

#include <math.h>

static int goal_of(const struct bridge_problem *problem, unsigned to_play, int tricks_left)
{
    const struct bridge_contract *contract = &problem->contract;
    unsigned side = contract->declarer % 2;
    int needed = contract->level + 6 - problem->sampling->won[side];
    return to_play % 2 == side ? needed : tricks_left - needed + 1;
}

void bridge_average_begin(struct bridge_average *average, const struct bridge_problem *problem,
                          const struct bridge_position *position)
{
    unsigned seat = bridge_to_play(position);
    bridge_ranks legal[BRIDGE_SUITS];
    *average = (struct bridge_average){.count = 0};
    bridge_legal(position, legal);
    if (problem->has_contract)
        average->goal = goal_of(problem, seat, (int)bridge_hand_size(&position->deal, seat));
    for (unsigned s = 0; s < BRIDGE_SUITS; s++) {
        bridge_ranks others = 0; /* another's card between two of one's own tells them apart */
        for (unsigned other = 0; other < BRIDGE_SEATS; other++)
            others |= other != seat ? position->deal.hand[other][s] : 0;
        for (unsigned i = 0; i < position->played; i++)
            others |= (bridge_ranks)(position->trick[i].suit == s ? 1u << position->trick[i].rank : 0);
        bool apart = true;
        for (unsigned rank = BRIDGE_RANKS; rank-- > 0;) {
            if (others >> rank & 1)
                apart = true;
            if (!(legal[s] >> rank & 1))
                continue;
            if (apart)
                average->card[average->count++] = (struct bridge_card){(uint8_t)s, (uint8_t)rank};
            else
                average->equals[average->count - 1] |= (bridge_ranks)(1u << rank);
            apart = false;
        }
    }
}

void bridge_average_add(struct bridge_average *average, const struct bridge_options *options)
{
    average->deals++;
    for (unsigned i = 0; i < average->count; i++)
        for (unsigned j = 0; j < options->count; j++) {
            const struct bridge_option *option = &options->option[j];
            bridge_ranks ranks = (bridge_ranks)(option->equals | 1u << option->card.rank);
            if (option->card.suit != average->card[i].suit || !(ranks >> average->card[i].rank & 1))
                continue;
            average->tricks[i] += option->tricks;
            average->squares[i] += (unsigned)option->tricks * option->tricks;
            average->made[i] += option->tricks >= average->goal;
            break;
        }
}

static void mean_of(uint64_t sum, uint64_t squares, uint32_t n, bool all, double *mean, double *error)
{
    *mean = n ? (double)sum / n : NAN;
    *error = n < 2 ? NAN : sqrt((double)(n * squares - sum * sum) / n / (n - 1) / n);
    if (all)
        *error = 0;
}

static bool better(const struct bridge_sample_card *a, const struct bridge_sample_card *b, bool contract)
{
    if (contract && a->makes != b->makes)
        return a->makes > b->makes;
    return a->tricks > b->tricks;
}

void bridge_average_end(const struct bridge_average *average, bool contract, uint64_t possible,
                        struct bridge_sample *sample)
{
    bool all = average->deals == possible;
    sample->dealt = average->deals;
    sample->possible = possible;
    sample->count = average->deals ? average->count : 0;
    for (unsigned i = 0; i < sample->count; i++) {
        struct bridge_sample_card card = {.card = average->card[i], .equals = average->equals[i]};
        mean_of(average->tricks[i], average->squares[i], average->deals, all, &card.tricks, &card.tricks_error);
        if (contract)
            mean_of(average->made[i], average->made[i], average->deals, all, &card.makes, &card.makes_error);
        unsigned at = i;
        for (; at > 0 && better(&card, &sample->card[at - 1], contract); at--)
            sample->card[at] = sample->card[at - 1];
        sample->card[at] = card;
    }
}
