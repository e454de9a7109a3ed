#include "hands.h"

bool hands_list(const struct holdem_range *range, struct nash_arena *arena, struct hands *hands)
{
    hands->count = 0;
    for (unsigned i = 0; i < HOLDEM_COMBOS; i++)
        hands->count += range->weight[i] > 0;
    hands->item = NASH_NEW(arena, struct hand_item, hands->count);
    if (!hands->item)
        return false;
    struct hand_item *item = hands->item;
    for (unsigned i = 0; i < HOLDEM_COMBOS; i++)
        if (range->weight[i] > 0)
            *item++ = (struct hand_item){.mask = combo_mask(i),
                                         .weight = (double)range->weight[i],
                                         .hand = hands_sum(combo_mask(i)),
                                         .combo = (uint16_t)i};
    return true;
}

void hands_on_board(const struct hands *hands, uint64_t board, struct holdem_hand board_hand, struct hands *live)
{
    live->count = 0;
    for (unsigned i = 0; i < hands->count; i++) {
        const struct hand_item *item = &hands->item[i];
        if (item->mask & board)
            continue;
        live->item[live->count] = *item;
        live->item[live->count++].strength = holdem_hand_strength(holdem_hand_sum(board_hand, item->hand));
    }
}

struct holdem_hand hands_sum(uint64_t cards)
{
    struct holdem_hand hand = holdem_hand_empty();
    for (; cards; cards &= cards - 1)
        hand = holdem_hand_add(hand, (unsigned)__builtin_ctzll(cards));
    return hand;
}
