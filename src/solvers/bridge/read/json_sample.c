/* Reads what is known of hidden hands: "samples", "known" and "constraints". */
#include <math.h>

#include "input.h"

static const char *const seat_members[] = {"N", "E", "S", "W", NULL};
static const char *const suit_members[] = {"S", "H", "D", "C", NULL};

/* Reads an integer from 0 to max, or two of them: [least, most]. */
static void read_range(struct reader *r, const char *name, unsigned max, uint8_t range[2])
{
    struct reader member, item = {0};
    unsigned count = 0;
    bool is_pair = true;
    if (!reader_member(&member, r, name))
        return;
    if (!cJSON_IsArray(member.value)) {
        range[0] = range[1] = (uint8_t)reader_as_int(&member, 0, max, 0);
        return;
    }
    for (; is_pair && reader_item(&item, &member); count++) {
        double value = cJSON_IsNumber(item.value) ? item.value->valuedouble : -1;
        is_pair = count < 2 && value >= 0 && value <= max && value == trunc(value);
        if (is_pair)
            range[count] = (uint8_t)value;
    }
    if (!is_pair || count != 2)
        reader_fail(&member, NASH_INVALID, NULL, "must be an integer from 0 to %u, or two of them: [least, most]", max);
    else if (range[0] > range[1])
        reader_fail(&member, NASH_UNPROCESSABLE, NULL, "the range [%u, %u] is empty: give [least, most]", range[0],
                    range[1]);
}

static void read_card_set(struct reader *r, const char *name, bridge_ranks cards[BRIDGE_SUITS])
{
    struct reader member;
    uint32_t count;
    if (!reader_member(&member, r, name))
        return;
    const struct bridge_card *card = bridge_read_cards(&member, BRIDGE_CARDS, &count);
    for (uint32_t i = 0; card && i < count; i++)
        cards[card[i].suit] = (bridge_ranks)(cards[card[i].suit] | 1u << card[i].rank);
}

static void read_constraint(struct reader *r, struct bridge_constraint *c)
{
    static const char *const members[] = {"hcp", "shape", "has", "lacks", NULL};
    struct reader shape;
    reader_only(r, members);
    read_range(r, "hcp", BRIDGE_HCP_MAX, c->hcp);
    if (reader_member(&shape, r, "shape")) {
        reader_only(&shape, suit_members);
        for (unsigned suit = 0; suit < BRIDGE_SUITS; suit++)
            read_range(&shape, suit_members[suit], BRIDGE_RANKS, c->shape[suit]);
    }
    read_card_set(r, "has", c->has);
    read_card_set(r, "lacks", c->lacks);
}

static uint8_t read_known(struct reader *r)
{
    struct reader known, item = {0};
    unsigned seats = 0;
    if (!reader_member(&known, r, "known"))
        return 0;
    if (!cJSON_IsArray(known.value) || !known.value->child)
        reader_fail(&known, NASH_INVALID, NULL, "must be an array of the seats whose hands are seen");
    while (reader_item(&item, &known)) {
        int seat = bridge_read_seat(&item);
        seats |= seat < 0 ? 0 : 1u << seat;
    }
    return (uint8_t)seats;
}

void bridge_read_sampling(struct reader *r, struct bridge_input *in)
{
    struct reader constraints, constraint;
    uint32_t samples = (uint32_t)reader_int(r, "samples", 1, BRIDGE_SAMPLES_MAX, 0);
    in->known = read_known(r);
    bool has_constraints = reader_member(&constraints, r, "constraints");
    struct bridge_sampling *sampling = samples || has_constraints ? READER_NEW(r, struct bridge_sampling, 1) : NULL;
    if (!sampling)
        return;
    in->sampling = sampling;
    sampling->samples = samples;
    for (unsigned seat = 0; seat < BRIDGE_SEATS; seat++)
        sampling->constraint[seat] = BRIDGE_CONSTRAINT_NONE;
    if (!has_constraints)
        return;
    reader_only(&constraints, seat_members);
    for (unsigned seat = 0; seat < BRIDGE_SEATS; seat++)
        if (reader_member(&constraint, &constraints, seat_members[seat]))
            read_constraint(&constraint, &sampling->constraint[seat]);
}
