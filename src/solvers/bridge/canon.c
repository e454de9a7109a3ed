/* The canonical key: the deal, the results that are wanted, and the members that the answer repeats (dealer,
 * vulnerability, contract, the tags of a PBN record). It does not depend on the notation of the deal. */
#include "kind.h"

static void canon_add_deal(const struct bridge_problem *p, struct nash_sha256 *sha)
{
    nash_sha256_u64(sha, p->has_deal);
    for (unsigned seat = 0; seat < BRIDGE_SEATS; seat++)
        for (unsigned suit = 0; suit < BRIDGE_SUITS; suit++)
            nash_sha256_u64(sha, p->position.deal.hand[seat][suit]);
    nash_sha256_u64(sha, p->dealer);
    nash_sha256_u64(sha, p->vulnerable);
}

static void canon_add_card(struct nash_sha256 *sha, struct bridge_card card)
{
    nash_sha256_u64(sha, card.suit);
    nash_sha256_u64(sha, card.rank);
}

static void canon_add_position(const struct bridge_position *position, struct nash_sha256 *sha)
{
    nash_sha256_string(sha, "strain");
    nash_sha256_u64(sha, position->strain);
    nash_sha256_u64(sha, position->leader);
    nash_sha256_u64(sha, position->played);
    for (unsigned i = 0; i < position->played; i++)
        canon_add_card(sha, position->trick[i]);
}

static void canon_add_contract(const struct bridge_problem *p, struct nash_sha256 *sha)
{
    nash_sha256_string(sha, "contract");
    nash_sha256_u64(sha, p->contract.level);
    nash_sha256_u64(sha, p->contract.strain);
    nash_sha256_u64(sha, p->contract.doubled);
    nash_sha256_u64(sha, p->contract.declarer);
    nash_sha256_u64(sha, (uint64_t)(p->given_tricks + 1));
}

static void canon_add_hand(struct nash_sha256 *sha, const bridge_ranks hand[BRIDGE_SUITS])
{
    for (unsigned suit = 0; suit < BRIDGE_SUITS; suit++)
        nash_sha256_u64(sha, hand[suit]);
}

static void canon_add_sampling(const struct bridge_sampling *s, struct nash_sha256 *sha)
{
    nash_sha256_string(sha, "sample");
    nash_sha256_u64(sha, s->seen);
    nash_sha256_u64(sha, s->samples);
    for (unsigned seat = 0; seat < BRIDGE_SEATS; seat++) {
        const struct bridge_constraint *c = &s->constraint[seat];
        nash_sha256_add(sha, c->hcp, sizeof c->hcp);
        nash_sha256_add(sha, c->shape, sizeof c->shape);
        canon_add_hand(sha, c->has);
        canon_add_hand(sha, c->lacks);
        canon_add_hand(sha, s->played[seat]);
    }
    nash_sha256_add(sha, s->voids, sizeof s->voids);
    nash_sha256_add(sha, s->won, sizeof s->won);
}

void bridge_canon(const void *problem, struct nash_sha256 *sha)
{
    const struct bridge_problem *p = problem;
    nash_sha256_u64(sha, p->want);
    canon_add_deal(p, sha);
    if (p->want & BRIDGE_WANT_STRAIN)
        canon_add_position(&p->position, sha);
    if (p->has_contract)
        canon_add_contract(p, sha);
    if (p->want & BRIDGE_WANT_PLAY) {
        nash_sha256_string(sha, "play");
        nash_sha256_u64(sha, p->play_count);
        for (uint32_t i = 0; i < p->play_count; i++)
            canon_add_card(sha, p->play[i]);
    }
    if (p->want & BRIDGE_WANT_SAMPLE)
        canon_add_sampling(p->sampling, sha);
    if (p->tags) {
        nash_sha256_string(sha, "tags");
        nash_sha256_string(sha, p->tags);
        nash_sha256_string(sha, p->sections ? p->sections : "");
    }
}

bool bridge_seeded(const void *problem)
{
    return ((const struct bridge_problem *)problem)->want & BRIDGE_WANT_SAMPLE;
}
