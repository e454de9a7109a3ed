/* The canonical key: the deal in its normal form with the labels of its cards, which the answer contains; the leader;
 * the options. The order of the cards in a hand, the order of the suits and the form of the request (word or
 * integers) do not matter, nor does naming the method that WHIST_AUTO selects. */
#include "kind.h"

static void canon_add_suits(const struct whist_suits *suits, struct nash_sha256 *sha)
{
    nash_sha256_string(sha, "suits");
    nash_sha256_u64(sha, (uint64_t)(suits->deal.trump + 1));
    nash_sha256_u64(sha, suits->b_leads);
    for (unsigned s = 0; s < WHIST_SUITS; s++) {
        nash_sha256_u64(sha, suits->deal.suit[s].leader);
        nash_sha256_u64(sha, suits->deal.suit[s].other);
        for (uint32_t rank = 0; rank < suits->cards[s]; rank++)
            nash_sha256_u64(sha, (uint64_t)suits->label[s][rank]);
    }
    nash_sha256_u64(sha, suits->played);
    for (uint32_t i = 0; i < suits->played; i++)
        nash_sha256_u64(sha, (uint64_t)suits->play[i].suit << 8 | suits->play[i].rank);
}

static void canon_add_deal(const struct whist_problem *p, struct nash_sha256 *sha)
{
    const struct whist_deal *deal = &p->deal;
    nash_sha256_string(sha, "suit");
    nash_sha256_u64(sha, deal->b_leads);
    nash_sha256_u64(sha, deal->order);
    nash_sha256_add(sha, deal->word, 2 * (size_t)deal->order);
    for (size_t i = 0; i < 2 * (size_t)deal->order; i++)
        nash_sha256_u64(sha, (uint64_t)deal->label[i]);
    nash_sha256_u64(sha, p->method == WHIST_AUTO ? WHIST_FORMULA : p->method);
    nash_sha256_u64(sha, p->graph);
    nash_sha256_u64(sha, p->compare);
    nash_sha256_u64(sha, p->confirm);
    nash_sha256_u64(sha, p->played);
    for (uint32_t i = 0; i < p->played; i++)
        nash_sha256_u64(sha, p->play[i]);
}

void whist_canon(const void *problem, struct nash_sha256 *sha)
{
    const struct whist_problem *p = problem;
    if (p->suits)
        canon_add_suits(p->suits, sha);
    else if (p->has_deal)
        canon_add_deal(p, sha);
    nash_sha256_u64(sha, p->distribution);
    nash_sha256_u64(sha, (uint64_t)p->leads << 1 | p->line);
}
