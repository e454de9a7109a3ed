/* Replays a hand in progress up to the seat to play.
 *
 * A hidden hand may have played any card: its cards are recorded as it plays them, and so are the suits that it does
 * not follow, in which it is void. A seen hand must hold what it plays. */
#include <stdio.h>

#include <solvers/bridge/problem.h>

enum { POINTER = 32 };

static enum nash_status refuse_card(const struct bridge_position *position, struct bridge_card card, uint32_t number,
                                    const char *why, struct nash_error *error)
{
    char at[POINTER];
    snprintf(at, sizeof at, "/play/%u", (unsigned)number);
    return nash_fail(error, NASH_UNPROCESSABLE, at, "%c cannot play %c%c here: %s.",
                     bridge_seat_letter(bridge_to_play(position)), bridge_strain_letter(card.suit),
                     card_rank_letter(card.rank), why);
}

/* Returns why the seat to play cannot hold the card (it is on the table, was played before or is in another seen
 * hand), or NULL. */
static const char *card_conflict(const struct bridge_position *position, const struct bridge_sampling *sampling,
                                 struct bridge_card card)
{
    unsigned seat = bridge_to_play(position);
    for (unsigned i = 0; i < position->played; i++)
        if (position->trick[i].suit == card.suit && position->trick[i].rank == card.rank)
            return "it is on the table already";
    for (unsigned other = 0; other < BRIDGE_SEATS; other++) {
        if (sampling->played[other][card.suit] >> card.rank & 1)
            return "it has been played before";
        bool holds = position->deal.hand[other][card.suit] >> card.rank & 1, seen = sampling->seen >> other & 1;
        if (other != seat && seen && holds)
            return "another hand holds it";
        if (other == seat && seen && !holds)
            return "the hand does not hold it";
    }
    return NULL;
}

/* Removes a card played by a hidden hand from the cards to be dealt, in whichever hand it is listed. */
static void remove_hidden_card(struct bridge_position *position, const struct bridge_sampling *sampling,
                               struct bridge_card card)
{
    for (unsigned seat = 0; seat < BRIDGE_SEATS; seat++)
        if (!(sampling->seen >> seat & 1))
            position->deal.hand[seat][card.suit] &= (bridge_ranks) ~(1u << card.rank);
}

enum nash_status bridge_sampling_play(struct bridge_position *position, struct bridge_sampling *sampling,
                                      const struct bridge_card *play, uint32_t count, struct nash_error *error)
{
    for (uint32_t i = 0; i < count; i++) {
        struct bridge_card card = play[i];
        unsigned seat = bridge_to_play(position);
        const char *why = card_conflict(position, sampling, card);
        if (why)
            return refuse_card(position, card, i, why, error);
        if (sampling->voids[seat] >> card.suit & 1)
            return refuse_card(position, card, i, "the hand did not follow to that suit before", error);
        unsigned led = position->played > 0 ? position->trick[0].suit : card.suit;
        if (card.suit != led && sampling->seen >> seat & 1 && position->deal.hand[seat][led])
            return refuse_card(position, card, i, "it must follow suit", error);
        if (card.suit != led)
            sampling->voids[seat] |= (uint8_t)(1u << led);
        remove_hidden_card(position, sampling, card);
        struct bridge_card trick[BRIDGE_SEATS];
        unsigned leader = position->leader;
        for (unsigned t = 0; t < position->played; t++)
            trick[t] = position->trick[t];
        trick[position->played] = card;
        int winner = bridge_play(position, card);
        if (winner < 0)
            continue;
        sampling->won[(unsigned)winner % 2]++;
        for (unsigned t = 0; t < BRIDGE_SEATS; t++)
            sampling->played[(leader + t) % BRIDGE_SEATS][trick[t].suit] |= (bridge_ranks)(1u << trick[t].rank);
    }
    return NASH_OK;
}
