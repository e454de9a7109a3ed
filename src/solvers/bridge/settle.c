/* The parts of a request held against each other: who declares, what is asked when nothing is said, what each question
 * needs, and whether deal, trick and play agree with the laws. Every fault here is NASH_UNPROCESSABLE. */
#include "bridge.h"
#include "draft.h"
#include "notation.h"

#define FAULT(d, at, ...) nash_fail((d)->error, NASH_UNPROCESSABLE, (d)->is_text ? "" : (at), __VA_ARGS__)

static bool is_contract(const struct bridge_draft *d)
{
    return d->problem.has_contract && d->problem.contract.level > 0;
}

static bool is_whole(const struct bridge_draft *d)
{
    unsigned cards = d->problem.position.played;
    for (unsigned seat = 0; seat < BRIDGE_SEATS; seat++)
        cards += bridge_hand_size(&d->problem.position.deal, seat);
    return cards == BRIDGE_CARDS;
}

void bridge_draft_begin(struct bridge_draft *draft, struct nash_arena *arena, struct nash_error *error)
{
    *draft = (struct bridge_draft){.arena = arena,
                                   .error = error,
                                   .strain = -1,
                                   .leader = -1,
                                   .declarer = -1,
                                   .dealer = -1,
                                   .vulnerable = -1,
                                   .tricks = -1,
                                   .result = -1,
                                   .at_deal = "/deal",
                                   .at_play = "/play",
                                   .at_contract = "/contract"};
}

/* ---- who plays what ---- */

static enum nash_status settle_contract(struct bridge_draft *d)
{
    struct bridge_contract *c = &d->problem.contract;
    if (!is_contract(d)) {
        *c = (struct bridge_contract){0};
        return NASH_OK;
    }
    if (c->declarer == BRIDGE_SEATS && d->declarer < 0)
        return FAULT(d, d->at_contract,
                     "the contract names no declarer: say \"4S by N\", or give \"declarer\" besides");
    if (c->declarer == BRIDGE_SEATS)
        c->declarer = (uint8_t)d->declarer;
    if (d->declarer >= 0 && d->declarer != c->declarer)
        return FAULT(d, "/declarer", "%s is not who declares by \"contract\": leave one of them out",
                     bridge_seat_name((unsigned)d->declarer));
    if (d->strain >= 0 && d->strain != c->strain)
        return FAULT(d, "/strain", "is not the strain of \"contract\": leave one of them out");
    d->strain = c->strain;
    d->declarer = c->declarer;
    return NASH_OK;
}

/* Left of the declarer, unless a hand has been begun. */
static enum nash_status settle_leader(struct bridge_draft *d)
{
    if (d->declarer < 0)
        return NASH_OK;
    int left = (d->declarer + 1) % BRIDGE_SEATS;
    if (d->leader < 0)
        d->leader = left;
    if (d->leader != left && d->has_deal && is_whole(d))
        return FAULT(d, "/leader", "%s declares, so %s leads to the first trick: leave \"leader\" out",
                     bridge_seat_name((unsigned)d->declarer), bridge_seat_name((unsigned)left));
    return NASH_OK;
}

/* ---- what is asked ---- */

static unsigned default_want(const struct bridge_draft *d)
{
    bool whole = is_whole(d), told = d->tricks >= 0 && d->problem.has_contract;
    unsigned want = 0;
    if (d->sampling && d->sampling->samples)
        return BRIDGE_WANT_SAMPLE;
    if (!d->by_record) {
        if (d->problem.play_count)
            want |= BRIDGE_WANT_PLAY;
        else if (d->strain >= 0 && d->leader >= 0 && !told)
            want |= BRIDGE_WANT_CARD;
        if (d->problem.has_contract && (whole || told))
            want |= BRIDGE_WANT_SCORE;
    }
    if (!want)
        want = BRIDGE_WANT_TABLE | (whole ? BRIDGE_WANT_PAR : 0u);
    return want;
}

/* What stands in the request and no question looks at is a mistake of who wrote it. */
static enum nash_status check_unused(const struct bridge_draft *d, unsigned want)
{
    if (d->sampling && !d->sampling->samples)
        return FAULT(d, "/constraints", "are for hands dealt at random: say how many deals, \"samples\": 200");
    if (d->known && !d->sampling)
        return FAULT(d, "/known", "is for hands dealt at random: say how many deals, \"samples\": 200");
    if (d->problem.play_count && !d->play_by_record && !(want & (BRIDGE_WANT_PLAY | BRIDGE_WANT_SAMPLE)))
        return FAULT(d, "/play", "is looked at only when \"want\" has \"play\"");
    if (d->tricks >= 0 && !(want & BRIDGE_WANT_SCORE))
        return FAULT(d, "/tricks", "are for \"score\", which \"want\" does not have");
    if (d->problem.position.played && !(want & BRIDGE_WANT_STRAIN))
        return FAULT(d, "/trick", "is looked at only by \"card\", \"line\" and \"play\"");
    return NASH_OK;
}

static enum nash_status check_want(const struct bridge_draft *d, unsigned want)
{
    if (!d->has_deal && want != BRIDGE_WANT_SCORE)
        return FAULT(d, d->at_deal, "is missing: without it there is only the \"score\" of \"tricks\" already made");
    if (d->sampling && d->sampling->samples && want != BRIDGE_WANT_SAMPLE)
        return FAULT(d, "/want",
                     "\"samples\" answers for the cards of the hand to play and nothing else: leave \"want\" out");
    if (want & BRIDGE_WANT_STRAIN && d->problem.has_contract && !is_contract(d))
        return FAULT(d, d->at_contract,
                     "nobody plays a hand that was passed out: name another contract, or leave it out");
    if (want & BRIDGE_WANT_STRAIN && d->strain < 0)
        return FAULT(d, "/strain", "is missing: say \"strain\" and \"leader\", or \"contract\" and \"declarer\"");
    if (want & BRIDGE_WANT_STRAIN && d->leader < 0)
        return FAULT(d, "/leader", "is missing: say who leads, or who is the \"declarer\"");
    if (want & BRIDGE_WANT_PLAY && d->play_wrong.status != NASH_OK) {
        *d->error = d->play_wrong;
        return d->error->status;
    }
    if (want & BRIDGE_WANT_PLAY && !d->problem.play_count)
        return FAULT(d, d->at_play, "is missing: give the cards that were played, in their order");
    if (want & BRIDGE_WANT_SCORE && !d->problem.has_contract)
        return FAULT(d, d->at_contract, "is missing: say which contract is to be scored, such as \"4S by N\"");
    if (want & (BRIDGE_WANT_TABLE | BRIDGE_WANT_PAR) && d->problem.position.played)
        return FAULT(d, "/trick", "leaves hands of unequal size, and a table begins with a lead: leave it out");
    return check_unused(d, want);
}

/* ---- the deal ---- */

/* Asked of a good deal: one with a card too few is told so before. */
static enum nash_status check_whole(const struct bridge_draft *d, unsigned want)
{
    if (want & BRIDGE_WANT_PAR && !is_whole(d))
        return FAULT(d, "/want", "par is of whole deals, 13 cards a hand; an ending has a \"table\"");
    if (want & BRIDGE_WANT_SCORE && d->tricks < 0 && !is_whole(d) && is_contract(d))
        return FAULT(d, "/tricks", "is missing: of an ending it is not known how many tricks were made before");
    return NASH_OK;
}

/* Plays the cards: the first that is not legal is named. */
static enum nash_status check_play(const struct bridge_draft *d, struct bridge_position *position)
{
    char at[32];
    bridge_ranks legal[BRIDGE_SUITS];
    for (uint32_t i = 0; i < d->problem.play_count; i++) {
        struct bridge_card card = d->problem.play[i];
        unsigned by = bridge_to_play(position);
        bool holds = position->deal.hand[by][card.suit] >> card.rank & 1;
        const char *where = d->play_by_record ? d->at_play : nash_pointer_index(at, sizeof at, d->at_play, i);
        bridge_legal(position, legal);
        if (!holds)
            return FAULT(d, where, "card %u of the play is the %c%c, which %s, whose turn it is, does not hold", i + 1,
                         bridge_strain_letter(card.suit), bridge_rank_letter(card.rank), bridge_seat_name(by));
        if (!(legal[card.suit] >> card.rank & 1))
            return FAULT(d, where, "card %u of the play is the %c%c, a revoke: %s still holds a %s", i + 1,
                         bridge_strain_letter(card.suit), bridge_rank_letter(card.rank), bridge_seat_name(by),
                         (const char *const[]){"spade", "heart", "diamond", "club"}[position->trick[0].suit]);
        bridge_play(position, card);
    }
    return NASH_OK;
}

/* Tricks of the declarer in a hand played to its end, -1 if it was not. */
static int made_in_play(const struct bridge_draft *d)
{
    struct bridge_position position = d->problem.position;
    int made = 0;
    if (d->problem.play_count != BRIDGE_CARDS)
        return -1;
    for (uint32_t i = 0; i < BRIDGE_CARDS; i++) {
        int winner = bridge_play(&position, d->problem.play[i]);
        made += winner >= 0 && (winner - d->declarer) % 2 == 0;
    }
    return made;
}

static enum nash_status settle_sampling(struct bridge_draft *d)
{
    struct bridge_problem *p = &d->problem;
    if (d->sampling_wrong.status != NASH_OK) {
        *d->error = d->sampling_wrong;
        return d->error->status;
    }
    for (unsigned seat = 0; seat < BRIDGE_SEATS; seat++)
        if (d->known ? d->known >> seat & 1 : bridge_hand_size(&p->position.deal, seat) > 0)
            d->sampling->seen = (uint8_t)(d->sampling->seen | 1u << seat);
    p->sampling = d->sampling;
    enum nash_status status = NASH_OK;
    if (p->play_count)
        status = bridge_sampling_play(&p->position, d->sampling, p->play, p->play_count, d->error);
    p->play_count = 0;
    return status == NASH_OK ? bridge_sampling_check(p, d->arena, d->error) : status;
}

static enum nash_status settle_deal(struct bridge_draft *d)
{
    struct bridge_problem *p = &d->problem;
    if (p->want & BRIDGE_WANT_SAMPLE)
        return settle_sampling(d);
    enum nash_status status =
        bridge_position_check(&p->position, d->is_text ? "" : d->at_deal, d->is_text ? "" : "/trick", d->error);
    if (status != NASH_OK || !p->play_count)
        return status;
    struct bridge_position position = p->position;
    status = check_play(d, &position);
    if (status == NASH_OK && d->tricks < 0 && is_contract(d))
        d->tricks = made_in_play(d);
    return status;
}

/* A record has a play, whether it is asked for or not; it may be wrong then. */
static void drop_unasked(struct bridge_draft *d)
{
    unsigned want = d->problem.want;
    if (d->play_by_record && !(want & (BRIDGE_WANT_PLAY | BRIDGE_WANT_SCORE | BRIDGE_WANT_SAMPLE)))
        d->problem.play_count = 0;
    if (d->tricks < 0 && want & BRIDGE_WANT_SCORE)
        d->tricks = d->result;
}

enum nash_status bridge_settle(struct bridge_draft *d, void **problem)
{
    struct bridge_problem *p = &d->problem;
    enum nash_status status = settle_contract(d);
    if (status == NASH_OK)
        status = settle_leader(d);
    if (status != NASH_OK)
        return status;
    p->want = d->want ? d->want : default_want(d);
    status = check_want(d, p->want);
    if (status != NASH_OK)
        return status;
    drop_unasked(d);
    p->has_strain = d->strain >= 0 && d->leader >= 0;
    p->position.strain = (uint8_t)(d->strain >= 0 ? d->strain : BRIDGE_NOTRUMP);
    p->position.leader = (uint8_t)(d->leader >= 0 ? d->leader : 0);
    p->dealer = (uint8_t)(d->dealer >= 0 ? d->dealer : 0);
    p->vulnerable = (uint8_t)(d->vulnerable >= 0 ? d->vulnerable : 0);
    p->has_deal = d->has_deal;
    if (d->has_deal)
        status = settle_deal(d);
    if (status == NASH_OK)
        status = check_whole(d, p->want);
    if (status != NASH_OK)
        return status;
    p->given_tricks = d->tricks;
    struct bridge_problem *kept = NASH_NEW(d->arena, struct bridge_problem, 1);
    if (!kept)
        return nash_fail(d->error, NASH_NOMEM, "", "the problem does not fit into the memory of this job");
    *kept = *p;
    *problem = kept;
    return NASH_OK;
}
