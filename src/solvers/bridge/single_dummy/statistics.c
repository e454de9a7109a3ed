/* Sums, means and standard errors.
 *
 * The error of a mean is s / sqrt(n) with the unbiased s; a share is the mean of zeros and ones. Integer sums make
 * both exact up to the last division. */
#include "statistics.h"

#include <math.h>

static int required_tricks(const struct bridge_problem *problem, unsigned to_play, int tricks_left)
{
    const struct bridge_contract *contract = &problem->contract;
    unsigned side = contract->declarer % 2;
    int needed = contract->level + 6 - problem->sampling->won[side];
    return to_play % 2 == side ? needed : tricks_left - needed + 1;
}

void bridge_statistics_init(struct bridge_statistics *statistics, const struct bridge_problem *problem,
                            const struct bridge_position *position)
{
    unsigned seat = bridge_to_play(position);
    bridge_ranks legal[BRIDGE_SUITS];
    *statistics = (struct bridge_statistics){.count = 0};
    bridge_legal(position, legal);
    if (problem->has_contract)
        statistics->goal = required_tricks(problem, seat, (int)bridge_hand_size(&position->deal, seat));
    for (unsigned s = 0; s < BRIDGE_SUITS; s++) {
        bridge_ranks others = 0; /* a card of another hand between two cards separates them */
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
                statistics->card[statistics->count++] = (struct bridge_card){(uint8_t)s, (uint8_t)rank};
            else
                statistics->equals[statistics->count - 1] |= (bridge_ranks)(1u << rank);
            apart = false;
        }
    }
}

void bridge_statistics_add(struct bridge_statistics *statistics, const struct bridge_options *options)
{
    statistics->deals++;
    for (unsigned i = 0; i < statistics->count; i++)
        for (unsigned j = 0; j < options->count; j++) {
            const struct bridge_option *option = &options->option[j];
            bridge_ranks ranks = (bridge_ranks)(option->equals | 1u << option->card.rank);
            if (option->card.suit != statistics->card[i].suit || !(ranks >> statistics->card[i].rank & 1))
                continue;
            statistics->tricks[i] += option->tricks;
            statistics->squares[i] += (unsigned)option->tricks * option->tricks;
            statistics->made[i] += option->tricks >= statistics->goal;
            break;
        }
}

static void compute_mean(uint64_t sum, uint64_t squares, uint32_t n, bool all, double *mean, double *error)
{
    *mean = n ? (double)sum / n : NAN;
    *error = n < 2 ? NAN : sqrt((double)(n * squares - sum * sum) / n / (n - 1) / n);
    if (all)
        *error = 0;
}

static bool is_better(const struct bridge_sample_card *a, const struct bridge_sample_card *b, bool contract)
{
    if (contract && a->makes != b->makes)
        return a->makes > b->makes;
    return a->tricks > b->tricks;
}

void bridge_statistics_compute(const struct bridge_statistics *statistics, bool contract, uint64_t possible,
                               struct bridge_sample *sample)
{
    bool all = statistics->deals == possible;
    sample->dealt = statistics->deals;
    sample->possible = possible;
    sample->count = statistics->deals ? statistics->count : 0;
    for (unsigned i = 0; i < sample->count; i++) {
        struct bridge_sample_card card = {.card = statistics->card[i], .equals = statistics->equals[i]};
        compute_mean(statistics->tricks[i], statistics->squares[i], statistics->deals, all, &card.tricks,
                     &card.tricks_error);
        if (contract)
            compute_mean(statistics->made[i], statistics->made[i], statistics->deals, all, &card.makes,
                         &card.makes_error);
        unsigned at = i;
        for (; at > 0 && is_better(&card, &sample->card[at - 1], contract); at--)
            sample->card[at] = sample->card[at - 1];
        sample->card[at] = card;
    }
}
