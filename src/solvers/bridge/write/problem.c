/* Writes a problem as JSON: what the request says of the deal, the contract and the play. What is asked is left out. */
#include <solvers/bridge/kind.h>
#include <solvers/bridge/notation/notation.h>

const char *bridge_seat_word(unsigned seat)
{
    static const char *const word[BRIDGE_SEATS] = {"N", "E", "S", "W"};
    return word[seat];
}

const char *bridge_vulnerable_word(unsigned vulnerable)
{
    static const char *const word[] = {"none", "ns", "ew", "both"};
    return word[vulnerable];
}

void bridge_write_cards(struct nash_jsonw *out, const char *key, const struct bridge_card *card, uint32_t count)
{
    char text[BRIDGE_CARD_LEN];
    nash_jsonw_karray(out, key);
    for (uint32_t i = 0; i < count; i++)
        nash_jsonw_string(out, bridge_card_write(card[i], text));
    nash_jsonw_array_end(out);
}

/* Writes the deal as one string, or the hands that have cards. */
static void write_deal(const struct bridge_deal *deal, struct nash_jsonw *out)
{
    char text[BRIDGE_PBN_LEN];
    unsigned hands = 0;
    for (unsigned seat = 0; seat < BRIDGE_SEATS; seat++)
        hands += bridge_hand_size(deal, seat) > 0;
    if (hands == BRIDGE_SEATS) {
        nash_jsonw_kstring(out, "deal", bridge_pbn_write(deal, BRIDGE_NORTH, text));
        return;
    }
    nash_jsonw_kobject(out, "deal");
    for (unsigned seat = 0; seat < BRIDGE_SEATS; seat++) {
        if (bridge_hand_size(deal, seat) == 0)
            continue;
        nash_jsonw_key(out, bridge_seat_word(seat));
        nash_jsonw_string_n(out, text, (size_t)(bridge_hand_write(deal->hand[seat], text) - text));
    }
    nash_jsonw_object_end(out);
}

/* Writes the contract and its declarer, else the strain; and the leader, unless the declarer tells it. */
static void write_contract(const struct bridge_problem *p, struct nash_jsonw *out)
{
    char contract[BRIDGE_CONTRACT_LEN];
    const struct bridge_position *position = &p->given.position;
    bool played = p->has_contract && p->contract.level > 0;
    if (p->has_contract)
        nash_jsonw_kstring(out, "contract", bridge_contract_write(&p->contract, contract));
    if (played)
        nash_jsonw_kstring(out, "declarer", bridge_seat_word(p->contract.declarer));
    else if (p->given.strain)
        nash_jsonw_kstring(out, "strain", bridge_strain_name(position->strain));
    if (p->given.leader && !(played && position->leader == (p->contract.declarer + 1) % BRIDGE_SEATS))
        nash_jsonw_kstring(out, "leader", bridge_seat_word(position->leader));
}

void bridge_write_problem(const void *problem, struct nash_jsonw *out)
{
    const struct bridge_problem *p = problem;
    const struct bridge_position *position = &p->given.position;
    nash_jsonw_object(out);
    if (p->has_deal)
        write_deal(&position->deal, out);
    if (p->given.dealer)
        nash_jsonw_kstring(out, "dealer", bridge_seat_word(p->dealer));
    if (p->given.vulnerable)
        nash_jsonw_kstring(out, "vulnerable", bridge_vulnerable_word(p->vulnerable));
    write_contract(p, out);
    if (position->played)
        bridge_write_cards(out, "trick", position->trick, position->played);
    if (p->given.play_count)
        bridge_write_cards(out, "play", p->given.play, p->given.play_count);
    if (p->given.tricks >= 0)
        nash_jsonw_kint(out, "tricks", p->given.tricks);
    nash_jsonw_object_end(out);
}
