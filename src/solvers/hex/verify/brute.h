/* Who wins a position, by trying all moves. Shares nothing with the engines but the board. */
#ifndef HEX_VERIFY_BRUTE_H
#define HEX_VERIFY_BRUTE_H

#include <nash/arena.h>
#include <solvers/hex/board/board.h>

enum {
    HEX_BRUTE_EMPTY_MAX = 16, /* empty cells of a position that may be decided */
    HEX_BRUTE_WORK = 1500000, /* cells looked at by one check of an answer: about 5 ms */
    HEX_BRUTE_TABLE = 1 << 15 /* entries of the table: 256 KiB */
};

/* Positions are identified by their empty cells at the begin, in base 3, so a table belongs to one position. */
struct hex_brute {
    struct hex_board board;
    uint16_t empty[HEX_BRUTE_EMPTY_MAX];
    unsigned empties;
    uint64_t *table; /* [HEX_BRUTE_TABLE]: 0, or key * 8 + side to move * 4 + winner */
    unsigned work;   /* left; 0: undecided */
};

/* Begins with a board. Returns false if it has too many empty cells or the arena is full. */
bool hex_brute_init(struct hex_brute *brute, const struct hex_board *board, struct nash_arena *arena);
/* Begins again with another board; the work that is left stays. */
bool hex_brute_reset(struct hex_brute *brute, const struct hex_board *board);
/* Returns the winner when this side is to move; HEX_EMPTY: the work was not enough. */
enum hex_color hex_brute_winner(struct hex_brute *brute, enum hex_color to_move);

#endif
