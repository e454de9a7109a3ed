/* One game between two engines: a pure function from rules and a unit to moves and a winner. The same unit gives the
 * same bytes on every machine, so members of the cluster can play it, any number of times.
 *
 *   task    u8 rows, u8 cols, u8 1 if White may swap, u8 0, then for engine a and for engine b:
 *           u64 iterations, u64 nodes, u32 bits of the exploration, u8 1 rave | 2 plain, u8 length of its name,
 *           the name; if it plays by a net: u32 simulations, u32 length of the net, the wire form of the net;
 *           length 0: the default net, and its last HEX_NET_DIGEST bytes; 2^32 - 1: the net of engine a
 *   unit    u64 seed, u8 1 if engine b is Black, u8 0, u16 moves of the opening, [moves] u16
 *   answer  u8 enum hex_color of the winner, u8 enum hex_ending, u16 plies, u64 nodes of a, u64 nodes of b, [plies] u16
 *
 * A move is the number of a cell, or HEX_SWAP as White's answer to the first stone: that stone is taken off, and a
 * white one is set on its mirror image in the diagonal from a1. The moves of an answer begin with the opening. A game
 * ends when a side joins its edges. An engine that fails, or finds no legal move within its budget, loses. */
#ifndef HEX_MATCH_GAME_H
#define HEX_MATCH_GAME_H

#include <nash/run.h>
#include <solvers/hex/engines/player.h>

enum hex_ending {
    HEX_CONNECTED,    /* the winner joined its edges */
    HEX_NO_MOVE,      /* the loser found no move within its budget */
    HEX_ILLEGAL_MOVE, /* the loser's move was not an empty cell */
    HEX_OUT_OF_MEMORY,
    HEX_TOO_LARGE, /* the loser cannot play a board of this size */
    HEX_FAULT,     /* the loser failed otherwise */
    HEX_ENDINGS
};
extern const char *const hex_ending_names[HEX_ENDINGS];

enum {
    HEX_SWAP = 0xffff,
    HEX_CHECK_MATCH = 40, /* the nash_stop() between moves; those of engines have other numbers */
    HEX_PLIES_MAX = HEX_CELLS_MAX + 1,
    HEX_GAME_MEMORY = 192 << 20, /* bytes that an engine has for a move, at most; see hex_game_memory() */
    HEX_TASK_MAX = 256 << 10,    /* as FARM_TASK_MAX; nets may need more: hex_task_bytes() */
    HEX_UNIT_HEAD = 12,
    HEX_UNIT_MAX = HEX_UNIT_HEAD + 2 * HEX_PLIES_MAX,
    HEX_ANSWER_HEAD = 20,
    HEX_ANSWER_MAX = HEX_ANSWER_HEAD + 2 * HEX_PLIES_MAX
};

struct hex_rules {
    uint8_t rows, cols;
    bool swap;
    struct hex_player player[2]; /* engines a and b */
    int64_t (*cpu_ns)(void);     /* processor time, to measure that of the engines; NULL: not measured. No part of the
                                    task */
};

struct hex_game {
    uint64_t seed;
    uint8_t black;    /* the engine that plays Black: 0 or 1 */
    uint16_t opening; /* moves[0..opening-1] are given */
    enum hex_color winner;
    enum hex_ending ending;
    uint16_t plies;
    uint64_t nodes[2]; /* spent by a and b */
    int64_t cpu_ns[2]; /* of a and b, if the rules have a clock. No part of the answer */
    uint16_t move[HEX_PLIES_MAX];
};

/* Returns the engine (0 or 1) that plays a color, and the one that won. */
static inline unsigned hex_game_engine(const struct hex_game *game, enum hex_color color)
{
    return color == HEX_BLACK ? game->black : 1U - game->black;
}
static inline unsigned hex_game_won_by(const struct hex_game *game)
{
    return hex_game_engine(game, game->winner);
}

/* Makes a move, the one after `plies` others. Returns false, without a change, if it is illegal. */
bool hex_move_apply(struct hex_position *position, const struct hex_rules *rules, unsigned plies, unsigned move);

/* Lets an engine think in an arena of its own, until it has a move or the run is stopped: the budgets and the stop are
 * those of the run. Adds the nodes it spent to the run and to *nodes. Returns HEX_CONNECTED and the move, or how the
 * engine failed. */
enum hex_ending hex_engine_move(const struct hex_player *player, const struct hex_position *position, bool may_swap,
                                uint64_t seed, struct nash_arena *arena, struct nash_run *run, uint64_t *nodes,
                                unsigned *move);

/* Returns the bytes that an engine has for a move: what the engines take at most, up to HEX_GAME_MEMORY. It follows
 * from the rules alone, since moves depend on it. */
size_t hex_game_memory(const struct hex_rules *rules);

/* Plays a game whose seed, black, opening and first moves are set, and fills in the rest. block: hex_game_memory()
 * bytes, aligned to 64. Polls nash_stop(run, check); returns false if the run was stopped, and the game did not end. */
bool hex_game_play(const struct hex_rules *rules, struct hex_game *game, void *block, struct nash_run *run,
                   unsigned check);

/* Write and read the bytes above. Writing returns the length; reading returns false if they are malformed. */
size_t hex_task_bytes(const struct hex_rules *rules);
size_t hex_task_write(const struct hex_rules *rules, uint8_t *out);
/* The nets are those in the bytes of the task, which must outlive the rules. */
bool hex_task_read(struct hex_rules *rules, const struct hex_engine *const *engines, const uint8_t *task, size_t len);
size_t hex_unit_write(const struct hex_game *game, uint8_t out[HEX_UNIT_MAX]);
bool hex_unit_read(struct hex_game *game, const struct hex_rules *rules, const uint8_t *unit, size_t len);
size_t hex_answer_write(const struct hex_game *game, uint8_t out[HEX_ANSWER_MAX]);
/* Returns the nodes that both engines spent, of HEX_ANSWER_HEAD bytes or more of an answer. */
uint64_t hex_answer_nodes(const uint8_t *answer);
/* Reads an answer into the game of its unit, and plays its moves again: their legality and the winner are checked.
 * Returns what is wrong, a constant; NULL: nothing. */
const char *hex_answer_read(struct hex_game *game, const struct hex_rules *rules, const uint8_t *answer, size_t len);

#endif
