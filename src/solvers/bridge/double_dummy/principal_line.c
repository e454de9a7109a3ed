/* Finds one line of optimal play, to the last card.
 *
 * The value is computed once. Each following card comes from a yes-or-no search: which card still makes the tricks
 * that its side can make? If the side can make no trick, or all cards are equivalent, the lowest card is played
 * without a search. */
#include <solvers/bridge/problem.h>

#include "engine.h"

/* Returns the lowest legal card of the longest legal suit. */
static struct bridge_card lowest_card(const bridge_ranks legal[BRIDGE_SUITS])
{
    unsigned best = 0;
    for (unsigned suit = 1; suit < BRIDGE_SUITS; suit++)
        if (__builtin_popcount(legal[suit]) > __builtin_popcount(legal[best]))
            best = suit;
    return (struct bridge_card){.suit = (uint8_t)best, .rank = (uint8_t)__builtin_ctz(legal[best])};
}

/* Returns whether all legal cards are equivalent: one suit, and no card of another hand or of the trick between its
 * ranks. */
static bool cards_are_equivalent(const struct bridge_position *position, const bridge_ranks legal[BRIDGE_SUITS])
{
    struct bridge_card card = lowest_card(legal);
    unsigned seat = bridge_to_play(position), others = 0, side_tricks = legal[card.suit];
    for (unsigned suit = 0; suit < BRIDGE_SUITS; suit++)
        if (suit != card.suit && legal[suit] != 0)
            return false;
    for (unsigned other = 0; other < BRIDGE_SEATS; other++)
        others |= other != seat ? position->deal.hand[other][card.suit] : 0u;
    for (unsigned i = 0; i < position->played; i++)
        others |= position->trick[i].suit == card.suit ? 1u << position->trick[i].rank : 0u;
    unsigned above = ~0u << (31 - __builtin_clz(side_tricks)), below = (1u << card.rank) - 1;
    return (others & ~above & ~below) == 0;
}

struct line {
    struct bridge_position position;
    unsigned left;        /* tricks that are not decided yet, including the one in progress */
    unsigned side_tricks; /* of these, the tricks of the side that plays first in the line */
    unsigned side;        /* the side that plays first: seat % 2 */
    struct bridge_card card[BRIDGE_CARDS];
    uint32_t count;
};

static void line_play(struct line *line, struct bridge_card card)
{
    line->card[line->count++] = card;
    int winner = bridge_play(&line->position, card);
    if (winner < 0)
        return;
    line->left--;
    line->side_tricks -= (unsigned)winner % 2 == line->side;
}

/* Plays the next card; *played is false when stopped. */
static enum nash_status line_play_next(struct line *line, struct nash_run *run, bool *played, struct nash_error *error)
{
    bridge_ranks legal[BRIDGE_SUITS];
    struct bridge_card card;
    unsigned needed =
        bridge_to_play(&line->position) % 2 == line->side ? line->side_tricks : line->left - line->side_tricks;
    int makes = 1;
    bridge_legal(&line->position, legal);
    if (needed == 0 || cards_are_equivalent(&line->position, legal)) {
        card = lowest_card(legal);
    } else {
        enum nash_status status = bridge_solve_makes(&line->position, needed, run, &card, &makes, error);
        if (status != NASH_OK)
            return status;
        if (makes == 0)
            return nash_fail(error, NASH_INTERNAL, "",
                             "the library finds no card that wins the %u tricks of its own result", needed);
    }
    *played = makes > 0;
    if (*played)
        line_play(line, card);
    return NASH_OK;
}

enum nash_status bridge_find_line(const struct bridge_problem *problem, struct nash_run *run,
                                  struct bridge_answer *answer, struct nash_error *error)
{
    const struct bridge_position *start = &problem->position;
    struct bridge_card card;
    answer->line_count = 0;
    answer->line = NULL;
    enum nash_status status = bridge_solve_best(start, run, &card, &answer->line_tricks, error);
    if (status != NASH_OK || answer->line_tricks < 0)
        return status;
    struct line *line = NASH_NEW(run->arena, struct line, 1);
    if (line == NULL)
        return nash_fail(error, NASH_NOMEM, "", "no memory for the line");
    *line = (struct line){.position = *start,
                          .left = bridge_hand_size(&start->deal, (start->leader + BRIDGE_SEATS - 1u) % BRIDGE_SEATS),
                          .side_tricks = (unsigned)answer->line_tricks,
                          .side = bridge_to_play(start) % 2};
    bool played = true;
    line_play(line, card);
    while (status == NASH_OK && played && line->left > 0)
        status = line_play_next(line, run, &played, error);
    answer->line = line->card;
    answer->line_count = line->count;
    if (status == NASH_OK && line->left == 0 && line->side_tricks != 0)
        return nash_fail(error, NASH_INTERNAL, "", "the line does not make the tricks it was to show");
    return status;
}
