#include "minimax.h"

/* Returns the tricks of North-South, searched within alpha and beta; `left`: tricks that are not complete yet. */
static int minimax_search(const struct bridge_position *position, int left, int alpha, int beta)
{
    bridge_ranks legal[BRIDGE_SUITS];
    bool ours = bridge_to_play(position) % 2 == 0;
    int best = ours ? -1 : left + 1;
    if (left == 0)
        return 0;
    bridge_legal(position, legal);
    for (uint8_t suit = 0; suit < BRIDGE_SUITS; suit++)
        for (uint8_t rank = BRIDGE_RANKS; rank-- > 0;) {
            if (!(legal[suit] >> rank & 1))
                continue;
            struct bridge_position next = *position;
            int winner = bridge_play(&next, (struct bridge_card){.suit = suit, .rank = rank});
            int won = winner >= 0 && winner % 2 == 0;
            int value = won + minimax_search(&next, left - (winner >= 0), alpha - won, beta - won);
            if (ours ? value > best : value < best)
                best = value;
            if (ours && best > alpha)
                alpha = best;
            if (!ours && best < beta)
                beta = best;
            if (alpha >= beta)
                return best;
        }
    return best;
}

int bridge_minimax(const struct bridge_position *position)
{
    int left = (int)bridge_hand_size(&position->deal, (position->leader + 3u) % BRIDGE_SEATS);
    return minimax_search(position, left, -1, left + 1);
}
