/* The canonical key: the weights of the ranges as they are written, the cards as sets, and everything that changes the
 * answer. The order of the players stays, because the answer is in that order. */
#include <string.h>

#include "problem.h"

static void add_double(struct nash_sha256 *sha, double value)
{
    uint64_t bits;
    value += 0.0; /* -0 and 0 are the same */
    memcpy(&bits, &value, sizeof bits);
    nash_sha256_u64(sha, bits);
}

static void add_range(struct nash_sha256 *sha, const struct holdem_range *range)
{
    unsigned char bytes[4 * HOLDEM_COMBOS];
    for (unsigned i = 0; i < HOLDEM_COMBOS; i++) {
        const float weight = range->weight[i] + 0.0F;
        uint32_t bits;
        memcpy(&bits, &weight, sizeof bits);
        for (unsigned byte = 0; byte < 4; byte++)
            bytes[4 * i + byte] = (unsigned char)(bits >> 8 * byte);
    }
    nash_sha256_add(sha, bytes, sizeof bytes);
}

static void add_stakes(struct nash_sha256 *sha, const struct holdem_stakes *stakes)
{
    nash_sha256_u64(sha, stakes->asked);
    if (!stakes->asked)
        return;
    add_double(sha, stakes->pot);
    add_double(sha, stakes->to_call);
    add_double(sha, stakes->invested);
    nash_sha256_u64(sha, stakes->bets);
    for (unsigned i = 0; i < stakes->bets; i++) {
        const struct holdem_bet *bet = &stakes->bet[i];
        add_double(sha, bet->amount);
        add_double(sha, bet->range ? 0 : bet->fold);
        nash_sha256_u64(sha, bet->range != NULL);
        if (bet->range)
            add_range(sha, bet->range);
    }
}

bool holdem_equity_seeded(const void *problem)
{
    const struct holdem_problem *p = problem;
    return p->method == HOLDEM_MONTE_CARLO;
}

void holdem_equity_canon(const void *problem, struct nash_sha256 *sha)
{
    const struct holdem_problem *p = problem;
    nash_sha256_u64(sha, p->table.players);
    for (unsigned player = 0; player < p->table.players; player++) {
        add_range(sha, &p->asked[player]);
        nash_sha256_u64(sha, p->name[player] != NULL);
        nash_sha256_string(sha, p->name[player] ? p->name[player] : "");
    }
    nash_sha256_u64(sha, p->table.spot.board);
    nash_sha256_u64(sha, p->table.spot.dead);
    nash_sha256_u64(sha, p->method);
    nash_sha256_u64(sha, p->samples);
    nash_sha256_u64(sha, p->want);
    add_stakes(sha, &p->stakes);
}
