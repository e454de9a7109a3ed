/* What Grundy's game and nim share: piles of coins. A move changes one pile and names it by its size. The player
 * without a move loses; with the setting "misere" that player wins. */
#ifndef GAMES_PILES_H
#define GAMES_PILES_H

#include "game.h"

/* Limits of a game, so that it ends within NASH_MOVES_MAX moves and its piles fit. */
enum { PLAY_PILES_MAX = 64, PLAY_COINS_MAX = 1000 };

struct piles_play {
    uint16_t count; /* piles; Grundy's game makes more of them */
    uint16_t take;  /* nim: most coins of a move; 0: any number */
    bool misere;
    uint16_t pile[PLAY_COINS_MAX];
};
_Static_assert(sizeof(struct piles_play) <= NASH_PLAY_BYTES, "the piles are too large");

static inline struct piles_play *piles_of(struct nash_play *play)
{
    return (struct piles_play *)play->own;
}
static inline const struct piles_play *piles_seen(const struct nash_play *play)
{
    return (const struct piles_play *)play->own;
}

/* Reads "piles" and "misere"; fallback: the only pile if there are none. */
void piles_start(struct reader *r, struct piles_play *own, unsigned fallback);
/* Returns the index of a pile of this size, or -1 after refusing the move. */
int piles_find(const struct piles_play *own, unsigned size, struct nash_error *error);
/* Returns whether an earlier pile has the size of this one, so that its moves are listed already. */
bool piles_repeat(const struct piles_play *own, unsigned index);
/* Reads digits at *text, 1 to 4 of them, and goes behind them. Returns false if there are none. */
bool piles_read_number(const char **text, unsigned *number);
/* Ends the game after a move of play->to_move if the other seat has none. */
void piles_end_if(struct nash_play *play, bool has_move);

void piles_write(const struct nash_play *play, struct nash_jsonw *json);
/* Writes the members "game", "piles" and "misere" of a problem. */
void piles_write_problem(const struct nash_play *play, struct nash_jsonw *json);

#endif
