/* The hands of one player, for the engines that deal them one by one. */
#ifndef HOLDEM_EQUITY_HANDS_H
#define HOLDEM_EQUITY_HANDS_H

#include <nash/arena.h>
#include <solvers/holdem/evaluate/evaluate.h>

#include "table.h"

struct hand_item {
    uint64_t mask;
    double weight;
    struct holdem_hand hand;
    uint16_t combo, strength; /* strength: on the board at hand */
};

struct hands {
    struct hand_item *item;
    unsigned count;
};

/* Lists the combos with a weight above 0. Returns false if the arena is full. */
bool hands_list(const struct holdem_range *range, struct nash_arena *arena, struct hands *hands);
/* Copies those without a card of the board to `live`, which has room, with their strengths. */
void hands_on_board(const struct hands *hands, uint64_t board, struct holdem_hand board_hand, struct hands *live);
/* Returns the sum of the cards of a set. */
struct holdem_hand hands_sum(uint64_t cards);

#endif
