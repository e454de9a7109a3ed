/* Virtual connections of one side: H-search (Anshelevich 2002; Henderson, Hayward, Pawlewicz). Freestanding but for
 * the arena.
 *
 * A full connection joins two ends even if the opponent moves first; a semi connection does so if its own side moves
 * first, by playing its key. An end is an edge, a group of stones, or an empty cell; an empty end counts as a stone of
 * the side. The carrier is the set of empty cells that a connection needs; its ends are not in it, the key of a semi
 * connection is. connections_build() finds connections from the bottom up:
 *
 *     adjacent ends                                       full, without a carrier
 *     AND: full a-m and m-b, with disjoint carriers       full a-b if m is a group; semi a-b with key m if m is empty,
 *                                                         where carriers may share cells that a stone on m captures
 *     OR:  semis a-b whose carriers have no common cell   full a-b, with the union as its carrier
 *
 * Lists are bounded, so not every connection is found, but each that is found holds. The lists are the same on every
 * machine. The answers are about the two edges of the side, and are valid until the next build:
 *
 *     connections_build(c, &board, side);
 *     side to move, connections_semi_won():               the side wins by playing the key
 *     opponent to move, connections_won():                the side wins
 *     opponent to move, else:                             the opponent loses by moves outside connections_must_play()
 *
 * The code is compiled for sets of 2 and 6 words; boards of more than 128 cells need 6. */
#ifndef HEX_CONNECTIONS_CONNECTIONS_H
#define HEX_CONNECTIONS_CONNECTIONS_H

#include <solvers/hex/board/board.h>
#include <solvers/hex/board/set.h>

struct nash_arena;
struct connections;

/* When a build may end before all connections are found. */
enum connections_goal {
    CONNECTIONS_ALL,
    CONNECTIONS_SEMI, /* at the first semi connection of the edges: the side is to move */
    CONNECTIONS_FULL  /* at the first full connection of the edges: the opponent is to move */
};

#define connections_new         HEX_SIZED(connections_new)
#define connections_bytes       HEX_SIZED(connections_bytes)
#define connections_build_until HEX_SIZED(connections_build_until)
#define connections_won         HEX_SIZED(connections_won)
#define connections_semi_won    HEX_SIZED(connections_semi_won)
#define connections_must_play   HEX_SIZED(connections_must_play)
#define connections_joint       HEX_SIZED(connections_joint)

/* Returns connections for boards of this size, or NULL without memory. Later builds allocate nothing. */
struct connections *connections_new(struct nash_arena *arena, unsigned rows, unsigned cols);

/* Returns the bytes that connections_new() takes of the arena, at most. */
size_t connections_bytes(unsigned rows, unsigned cols);

/* Finds the connections of a side, all of them or until the goal is reached. Stones may be fill-in. */
void connections_build_until(struct connections *c, const struct hex_board *board, enum hex_color side,
                             enum connections_goal goal);

static inline void connections_build(struct connections *c, const struct hex_board *board, enum hex_color side)
{
    connections_build_until(c, board, side, CONNECTIONS_ALL);
}

/* Returns whether the edges have a full connection, and the smallest carrier found. The carrier is empty if stones
 * join the edges. */
bool connections_won(const struct connections *c, struct hex_set *carrier);

/* Returns whether the edges have a semi connection, its key, and the smallest carrier found. False if stones join the
 * edges. */
bool connections_semi_won(const struct connections *c, unsigned *key, struct hex_set *carrier);

/* Returns the common cells of all semi connections of the edges: the only moves by which the opponent may avoid loss.
 * Empty if the edges have a full connection; all empty cells if there is no semi connection. */
struct hex_set connections_must_play(const struct connections *c);

/* Returns the union of the semi connections that reduced the must-play: the cells in which the side answers a move
 * outside it. */
struct hex_set connections_joint(const struct connections *c);

#endif
