/* The situation of a player who acts, as a number, and the class of the action.
 *
 * Situations have four levels, from the coarsest (0) to the finest (3). Each situation of a level belongs to one of the
 * level above it, to which estimates fall back where there is little data. Before the flop a situation tells what was
 * raised, by whom, and where the player sits; later it tells the street, the size of the bet to call, who took the
 * initiative, whether more than two players are left, the position, what the player did on earlier streets, and whether
 * the pot was raised twice before the flop. */
#ifndef HOLDEM_MODEL_SITUATION_H
#define HOLDEM_MODEL_SITUATION_H

#include <stddef.h>

#include <solvers/holdem/history/hand.h>

enum holdem_deed {
    HOLDEM_DEED_FOLD,
    HOLDEM_DEED_PASSIVE, /* a check or a call */
    HOLDEM_DEED_SMALL,   /* a bet or raise: before the flop up to 0.62 of the pot, later up to 0.45 */
    HOLDEM_DEED_MEDIUM,  /* larger: before the flop all, later up to 0.85 of the pot */
    HOLDEM_DEED_LARGE,
    HOLDEM_DEEDS
};

enum {
    SITUATION_LEVELS = 4,
    SITUATION_FINEST = SITUATION_LEVELS - 1,
    SITUATION_SPOTS = 8,   /* kinds of situations before the flop */
    SITUATION_PLACES = 7,  /* small blind, big blind, early, middle, cutoff, button, heads-up button */
    SITUATION_GROUPS = 5,  /* small blind, big blind, early, late, heads-up button */
    SITUATION_FACINGS = 7, /* first to act, checked to, a small, medium, large or huge bet, a raise */
    /* numbers of situations of each level before and after the flop */
    SITUATION_PREFLOP_0 = SITUATION_SPOTS,
    SITUATION_PREFLOP_1 = SITUATION_SPOTS * SITUATION_PLACES,
    SITUATION_PREFLOP_2 = SITUATION_PREFLOP_1 * (SITUATION_GROUPS + 1),
    SITUATION_PREFLOP_3 = SITUATION_PREFLOP_1 * (SITUATION_PLACES + 1) * 2,
    SITUATION_POSTFLOP_0 = 3 * SITUATION_FACINGS,
    SITUATION_POSTFLOP_1 = SITUATION_POSTFLOP_0 * 3,
    SITUATION_POSTFLOP_2 = SITUATION_POSTFLOP_1 * 4,
    SITUATION_POSTFLOP_3 = SITUATION_POSTFLOP_2 * 6,
    SITUATIONS = SITUATION_PREFLOP_3 + SITUATION_POSTFLOP_3, /* of the finest level */
    SITUATION_NAME = 128
};

/* The number of situations of each level; those before the flop come first. */
extern const uint16_t situation_preflop[SITUATION_LEVELS], situation_count[SITUATION_LEVELS];

/* Returns the situation of `level` to which a situation of the finest level belongs. */
uint16_t situation_at(uint16_t finest, unsigned level);
/* Returns the situation of the level above to which a situation of `level` (1..3) belongs. */
uint16_t situation_parent(uint16_t situation, unsigned level);
/* Writes a situation of a level in words, "flop, facing a medium bet, with the initiative". Returns out. */
char *situation_name(uint16_t situation, unsigned level, char out[static SITUATION_NAME]);

/* One action of a hand. */
struct decision {
    uint8_t player, street, deed;
    uint16_t situation; /* of the finest level */
};

/* Lists the decisions of a hand, one for each action. Returns their number, hand->actions. */
size_t situation_list(const struct holdem_history_hand *hand, struct decision decision[static HISTORY_ACTIONS]);

#endif
