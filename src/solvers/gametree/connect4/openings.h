/* The scores of all positions of connect four with at most five stones, and the first moves of best play from those
 * with five. No line of four is possible that early. tests/bench/gametree/make_openings.c computes the table. */
#ifndef GAMETREE_CONNECT4_OPENINGS_H
#define GAMETREE_CONNECT4_OPENINGS_H

#include "connect4.h"

enum {
    C4_OPENING_STONES = 5,
    C4_OPENING_COUNT = 2144, /* positions of five stones, a position and its mirror image counted once */
    C4_OPENING_MOVES = 9     /* later boards take some milliseconds */
};

/* The keys of the positions of five stones, ascending; each is the smaller key of a position and its mirror image. */
struct c4_openings {
    uint64_t key[C4_OPENING_COUNT];
};

/* An entry of the table is a character for the score of the side to move, C4_OPENING_ZERO for 0 and its neighbours in
 * ASCII for other scores, then the columns of best play from '1', and '.' after the end of the game. */
enum { C4_OPENING_ENTRY = 1 + C4_OPENING_MOVES, C4_OPENING_ZERO = ':' };

/* Lists the keys in the arena. Returns NULL if it is full. */
const struct c4_openings *c4_openings_list(struct nash_arena *arena);

/* Returns the board of a key of c4_key(). */
struct c4_board c4_openings_board(uint64_t key);

/* Returns the score of a board with at most five stones. */
int c4_openings_score(const struct c4_openings *openings, const struct c4_board *board);

/* Returns the column of the move after `moves` moves of best play from a board with five stones, or -1 where the table
 * or the game ends. */
int c4_openings_move(const struct c4_openings *openings, const struct c4_board *board, int moves);

#endif
