/* The exact solver: depth-first proof-number search (Nagai 2002) with fill-in and must-play. Freestanding.
 *
 * One position is searched under thresholds of proof numbers: phi for the side to move to win, delta for it to lose.
 * Children are ordered by the evaluation and widened progressively; thresholds carry 1 + epsilon (Pawlewicz and Lew,
 * 2007). Positions are filled boards, turned by 180 degrees if the turned key is smaller, and keyed by 128 bits.
 *
 * A solved position has a carrier: empty cells such that the winner still wins if all other empty cells were stones of
 * the loser. If a move of the loser is answered within a carrier, every move outside that carrier loses too: this is
 * the must-play reduction, which saves most of the work. Carriers refer to the filled board. The cells that a side has
 * captured in a fill are added when a result is handed to the board before that fill.
 *
 * Compiled for each HEX_WORDS. */
#ifndef HEX_EXACT_EXACT_H
#define HEX_EXACT_EXACT_H

#include <nash/run.h>
#include <solvers/hex/engines/engine.h>
#include <solvers/hex/inferior/inferior.h>

enum { HEX_STOP_EXACT_NODE = 41, HEX_STOP_EXACT_MOVE };
enum { EXACT_INFINITE = 100000000 }; /* proof number of a solved position; sums of open ones stay below */

/* A filled board with the side to move and its key. */
struct exact_state {
    struct hex_filled filled;
    enum hex_color to_move;
    bool turned; /* by 180 degrees from what the caller gave */
    uint64_t key[2];
};

/* What is known of a state. 64 bytes if HEX_WORDS is 2. */
struct exact_entry {
    uint64_t key[2]; /* 0, 0: free */
    uint32_t phi, delta;
    uint32_t work; /* positions expanded below, saturating */
    uint16_t best; /* solved: a winning move, or `cells`; open: the move searched last */
    uint16_t spare;
    struct hex_set set;  /* solved: carrier; open: moves to try */
    struct hex_set base; /* open: cells that the carrier of a loss contains so far */
};

struct connections;

struct exact {
    struct hex_rings rings;
    struct nash_run *run;
    uint64_t nodes, node_limit;
    uint64_t pause; /* a search returns without a result at so many nodes */
    bool stopped;
    uint64_t (*zobrist)[3][2]; /* [cell][color] */
    struct exact_entry *table;
    size_t table_mask; /* in buckets */
    struct connections *connections;
    struct exact_child *children; /* a stack: those of all positions on the path */
};

#define exact_init       HEX_SIZED(exact_init)
#define exact_state_key  HEX_SIZED(exact_state_key)
#define exact_state_play HEX_SIZED(exact_state_play)
#define exact_state_root HEX_SIZED(exact_state_root)
#define exact_set_turn   HEX_SIZED(exact_set_turn)
#define exact_find       HEX_SIZED(exact_find)
#define exact_store      HEX_SIZED(exact_store)
#define exact_expand     HEX_SIZED(exact_expand)
#define exact_evaluate   HEX_SIZED(exact_evaluate)
#define exact_search     HEX_SIZED(exact_search)
#define exact_think      HEX_SIZED(exact_think)

/* Returns whether memory sufficed. */
bool exact_init(struct exact *exact, unsigned rows, unsigned cols, struct nash_run *run);

/* Makes the state of a board. */
void exact_state_root(const struct exact *exact, const struct hex_board *board, enum hex_color to_move,
                      struct exact_state *state);
/* Makes the state after a move; its captured sets are those of this move's fill, in the orientation of the child. */
void exact_state_play(const struct exact *exact, const struct exact_state *state, unsigned move,
                      struct exact_state *child);
/* Returns the set turned by 180 degrees. */
struct hex_set exact_set_turn(const struct exact *exact, const struct hex_set *set);

/* Returns the entry of a key, or NULL. Valid until the next store. */
const struct exact_entry *exact_find(const struct exact *exact, const uint64_t key[2]);
void exact_store(struct exact *exact, const struct exact_entry *entry);

/* Fills in the entry of a state seen for the first time: solved, or its moves and base. */
void exact_expand(struct exact *exact, const struct exact_state *state, struct exact_entry *entry);
/* Writes how promising each cell is: the current through it in the circuits of both sides. */
void exact_evaluate(const struct hex_rings *rings, const uint8_t *cell, uint32_t score[HEX_CELLS_MAX]);

/* Searches until phi or delta of the entry reaches its limit, exact->stopped, or exact->pause. `children` is the free
 * part of exact->children. */
void exact_search(struct exact *exact, const struct exact_state *state, uint32_t phi, uint32_t delta,
                  struct exact_child *children, struct exact_entry *entry);
/* The engine hex_engine_exact for boards that fit the sets. */
enum nash_status exact_think(const struct hex_position *position, const struct hex_settings *settings,
                             struct nash_run *run, struct hex_opinion *opinion, struct nash_error *error);

static inline bool exact_is_solved(const struct exact_entry *entry)
{
    return entry->phi == 0 || entry->delta == 0;
}

#endif
