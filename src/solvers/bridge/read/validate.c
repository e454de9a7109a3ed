/* Checks the members of a request together: the declarer, the default of "want", what each result needs, and whether
 * the deal, the trick and the play obey the laws. Every fault here is NASH_UNPROCESSABLE. */
#include <solvers/bridge/kind.h>
#include <solvers/bridge/notation/notation.h>

#include "input.h"

#define INPUT_FAIL(in, at, ...) reader_fail_pointer((in)->r, NASH_UNPROCESSABLE, (in)->is_text ? "" : (at), __VA_ARGS__)

/* Returns whether there is a contract that was not passed out. */
static bool has_played_contract(const struct bridge_input *in)
{
    return in->problem.has_contract && in->problem.contract.level > 0;
}

static bool deal_is_whole(const struct bridge_input *in)
{
    unsigned cards = in->problem.position.played;
    for (unsigned seat = 0; seat < BRIDGE_SEATS; seat++)
        cards += bridge_hand_size(&in->problem.position.deal, seat);
    return cards == BRIDGE_CARDS;
}

void bridge_input_init(struct bridge_input *in, const struct reader *r)
{
    *in = (struct bridge_input){.r = r,
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

/* ---- contract, declarer, leader ---- */

static void validate_contract(struct bridge_input *in)
{
    struct bridge_contract *c = &in->problem.contract;
    if (!has_played_contract(in)) {
        *c = (struct bridge_contract){0};
        return;
    }
    if (c->declarer == BRIDGE_SEATS && in->declarer < 0) {
        INPUT_FAIL(in, in->at_contract,
                   "the contract names no declarer: say \"4S by N\", or give \"declarer\" besides");
        return;
    }
    if (c->declarer == BRIDGE_SEATS)
        c->declarer = (uint8_t)in->declarer;
    if (in->declarer >= 0 && in->declarer != c->declarer)
        INPUT_FAIL(in, "/declarer", "%s is not who declares by \"contract\": leave one of them out",
                   bridge_seat_name((unsigned)in->declarer));
    if (in->strain >= 0 && in->strain != c->strain)
        INPUT_FAIL(in, "/strain", "is not the strain of \"contract\": leave one of them out");
    in->strain = c->strain;
    in->declarer = c->declarer;
}

/* The seat left of the declarer leads, unless the hand is in progress. */
static void validate_leader(struct bridge_input *in)
{
    if (in->declarer < 0)
        return;
    int left = (in->declarer + 1) % BRIDGE_SEATS;
    if (in->leader < 0)
        in->leader = left;
    if (in->leader != left && in->has_deal && deal_is_whole(in))
        INPUT_FAIL(in, "/leader", "%s declares, so %s leads to the first trick: leave \"leader\" out",
                   bridge_seat_name((unsigned)in->declarer), bridge_seat_name((unsigned)left));
}

/* ---- what is wanted ---- */

static unsigned default_want(const struct bridge_input *in)
{
    bool whole = deal_is_whole(in), has_result = in->tricks >= 0 && in->problem.has_contract;
    unsigned want = 0;
    if (in->sampling && in->sampling->samples)
        return BRIDGE_WANT_SAMPLE;
    if (!in->by_record) {
        if (in->problem.play_count)
            want |= BRIDGE_WANT_PLAY;
        else if (in->strain >= 0 && in->leader >= 0 && !has_result)
            want |= BRIDGE_WANT_CARD;
        if (in->problem.has_contract && (whole || has_result))
            want |= BRIDGE_WANT_SCORE;
    }
    if (!want)
        want = BRIDGE_WANT_TABLE | (whole ? BRIDGE_WANT_PAR : 0u);
    return want;
}

/* Reports members that are present and ignored by everything that is wanted. */
static void check_ignored(const struct bridge_input *in, unsigned want)
{
    if (in->sampling && !in->sampling->samples)
        INPUT_FAIL(in, "/constraints", "are for hands dealt at random: say how many deals, \"samples\": 200");
    if (in->known && !in->sampling)
        INPUT_FAIL(in, "/known", "is for hands dealt at random: say how many deals, \"samples\": 200");
    if (in->problem.play_count && !in->play_by_record && !(want & (BRIDGE_WANT_PLAY | BRIDGE_WANT_SAMPLE)))
        INPUT_FAIL(in, "/play", "is used only when \"want\" has \"play\"");
    if (in->tricks >= 0 && !(want & BRIDGE_WANT_SCORE))
        INPUT_FAIL(in, "/tricks", "are for \"score\", which \"want\" does not have");
    if (in->problem.position.played && !(want & BRIDGE_WANT_STRAIN))
        INPUT_FAIL(in, "/trick", "is used only by \"card\", \"line\" and \"play\"");
}

static void check_want(const struct bridge_input *in, unsigned want)
{
    if (!in->has_deal && want != BRIDGE_WANT_SCORE)
        INPUT_FAIL(in, in->at_deal, "is missing: without it there is only the \"score\" of \"tricks\" already made");
    if (in->sampling && in->sampling->samples && want != BRIDGE_WANT_SAMPLE)
        INPUT_FAIL(in, "/want",
                   "\"samples\" answers for the cards of the hand to play and nothing else: leave \"want\" out");
    if (want & BRIDGE_WANT_STRAIN && in->problem.has_contract && !has_played_contract(in))
        INPUT_FAIL(in, in->at_contract,
                   "a hand that was passed out has no play: name another contract, or leave it out");
    if (want & BRIDGE_WANT_STRAIN && in->strain < 0)
        INPUT_FAIL(in, "/strain", "is missing: say \"strain\" and \"leader\", or \"contract\" and \"declarer\"");
    if (want & BRIDGE_WANT_STRAIN && in->leader < 0)
        INPUT_FAIL(in, "/leader", "is missing: say who leads, or who is the \"declarer\"");
    if (want & BRIDGE_WANT_PLAY && in->play_fault)
        INPUT_FAIL(in, in->at_deal, "%s", in->play_fault);
    if (want & BRIDGE_WANT_PLAY && !in->problem.play_count)
        INPUT_FAIL(in, in->at_play, "is missing: give the cards that were played, in their order");
    if (want & BRIDGE_WANT_SCORE && !in->problem.has_contract)
        INPUT_FAIL(in, in->at_contract, "is missing: say which contract is to be scored, such as \"4S by N\"");
    if (want & (BRIDGE_WANT_TABLE | BRIDGE_WANT_PAR) && in->problem.position.played)
        INPUT_FAIL(in, "/trick", "leaves hands of unequal size, and a table begins with a lead: leave it out");
    check_ignored(in, want);
}

/* Drops the play of a record if nothing that is wanted uses it, since it may be invalid. A score without given tricks
 * uses the result of the record. */
static void drop_ignored_play(struct bridge_input *in)
{
    unsigned want = in->problem.want;
    if (in->play_by_record && !(want & (BRIDGE_WANT_PLAY | BRIDGE_WANT_SCORE | BRIDGE_WANT_SAMPLE)))
        in->problem.play_count = 0;
    if (in->tricks < 0 && want & BRIDGE_WANT_SCORE)
        in->tricks = in->result;
}

/* ---- the deal ---- */

/* Checks what needs a whole deal. This follows the check of the deal, so that a missing card is reported first. */
static void check_whole(const struct bridge_input *in, unsigned want)
{
    if (want & BRIDGE_WANT_PAR && !deal_is_whole(in))
        INPUT_FAIL(in, "/want", "par is of whole deals, 13 cards a hand; an ending has a \"table\"");
    if (want & BRIDGE_WANT_SCORE && in->tricks < 0 && !deal_is_whole(in) && has_played_contract(in))
        INPUT_FAIL(in, "/tricks", "is missing: of an ending it is not known how many tricks were made before");
}

/* Checks and plays card i of the play. */
static void check_played_card(const struct bridge_input *in, struct bridge_position *position, uint32_t i)
{
    static const char *const suits[] = {"spade", "heart", "diamond", "club"};
    char at[32];
    bridge_ranks legal[BRIDGE_SUITS];
    struct bridge_card card = in->problem.play[i];
    unsigned seat = bridge_to_play(position);
    char suit = bridge_strain_letter(card.suit), rank = card_rank_letter(card.rank);
    const char *where = in->play_by_record ? in->at_play : nash_pointer_index(at, sizeof at, in->at_play, i);
    bridge_legal(position, legal);
    if (!(position->deal.hand[seat][card.suit] >> card.rank & 1))
        INPUT_FAIL(in, where, "card %u of the play is the %c%c, which %s, whose turn it is, does not hold", i + 1, suit,
                   rank, bridge_seat_name(seat));
    else if (!(legal[card.suit] >> card.rank & 1))
        INPUT_FAIL(in, where, "card %u of the play is the %c%c, a revoke: %s still holds a %s", i + 1, suit, rank,
                   bridge_seat_name(seat), suits[position->trick[0].suit]);
    else
        bridge_play(position, card);
}

/* Returns the tricks of the declarer in a hand that was played to its end, or -1. */
static int tricks_of_play(const struct bridge_input *in)
{
    struct bridge_position position = in->problem.position;
    int tricks = 0;
    if (in->problem.play_count != BRIDGE_CARDS)
        return -1;
    for (uint32_t i = 0; i < BRIDGE_CARDS; i++) {
        int winner = bridge_play(&position, in->problem.play[i]);
        tricks += winner >= 0 && (winner - in->declarer) % 2 == 0;
    }
    return tricks;
}

static void validate_sampling(struct bridge_input *in)
{
    struct bridge_problem *p = &in->problem;
    struct nash_error error = {0};
    for (unsigned seat = 0; seat < BRIDGE_SEATS; seat++)
        if (in->known ? in->known >> seat & 1 : bridge_hand_size(&p->position.deal, seat) > 0)
            in->sampling->seen = (uint8_t)(in->sampling->seen | 1u << seat);
    p->sampling = in->sampling;
    enum nash_status status = NASH_OK;
    if (p->play_count)
        status = bridge_sampling_play(&p->position, in->sampling, p->play, p->play_count, &error);
    p->play_count = 0;
    if (status == NASH_OK)
        status = bridge_sampling_check(p, in->r->root->arena, &error);
    if (status != NASH_OK)
        reader_adopt(in->r, &error);
}

static void validate_deal(struct bridge_input *in)
{
    struct bridge_problem *p = &in->problem;
    struct bridge_position position = p->position;
    struct nash_error error = {0};
    if (p->want & BRIDGE_WANT_SAMPLE) {
        validate_sampling(in);
        return;
    }
    if (bridge_position_check(&p->position, in->is_text ? "" : in->at_deal, in->is_text ? "" : "/trick", &error) !=
        NASH_OK)
        reader_adopt(in->r, &error);
    if (!p->play_count)
        return;
    for (uint32_t i = 0; i < p->play_count && reader_ok(in->r); i++)
        check_played_card(in, &position, i);
    if (reader_ok(in->r) && in->tricks < 0 && has_played_contract(in))
        in->tricks = tricks_of_play(in);
}

static void complete_problem(struct bridge_input *in)
{
    struct bridge_problem *p = &in->problem;
    p->has_strain = in->strain >= 0 && in->leader >= 0;
    p->position.strain = (uint8_t)(in->strain >= 0 ? in->strain : BRIDGE_NOTRUMP);
    p->position.leader = (uint8_t)(in->leader >= 0 ? in->leader : 0);
    p->dealer = (uint8_t)(in->dealer >= 0 ? in->dealer : 0);
    p->vulnerable = (uint8_t)(in->vulnerable >= 0 ? in->vulnerable : 0);
    p->has_deal = in->has_deal;
    p->given.position = p->position;
}

/* A declarer alone, without a contract, gives the leader. */
static void keep_given(struct bridge_input *in)
{
    struct bridge_problem *p = &in->problem;
    p->given = (struct bridge_given){.strain = in->strain >= 0,
                                     .leader = in->leader >= 0 || in->declarer >= 0,
                                     .dealer = in->dealer >= 0,
                                     .vulnerable = in->vulnerable >= 0,
                                     .tricks = in->tricks,
                                     .play_count = p->play_count,
                                     .play = p->play};
}

struct bridge_problem *bridge_validate(struct bridge_input *in)
{
    struct bridge_problem *p = &in->problem;
    if (!in->sampling || !in->sampling->samples)
        bridge_deal_complete(&p->position.deal);
    keep_given(in);
    if (reader_ok(in->r))
        validate_contract(in);
    if (reader_ok(in->r))
        validate_leader(in);
    p->want = in->want ? in->want : default_want(in);
    if (reader_ok(in->r))
        check_want(in, p->want);
    drop_ignored_play(in);
    complete_problem(in);
    if (in->has_deal && reader_ok(in->r))
        validate_deal(in);
    if (reader_ok(in->r))
        check_whole(in, p->want);
    p->given_tricks = in->tricks;
    struct bridge_problem *kept = reader_ok(in->r) ? READER_NEW(in->r, struct bridge_problem, 1) : NULL;
    if (kept)
        *kept = *p;
    return kept;
}
