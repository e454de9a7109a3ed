/* Boards and messages for the tests of shards. */
#ifndef TEST_CLUSTER_BOARD_H
#define TEST_CLUSTER_BOARD_H

#include <cluster/sudoku/shard/protocol.h>
#include <cluster/sudoku/shard/shard.h>
#include <nash/rng.h>
#include <solvers/sudoku/loglinear/chain.h>

struct board {
    uint32_t side, box_rows, box_cols, beta;
    bool regions;
    uint64_t seed, tick;
    uint64_t allowed[GAME_CELLS_MAX];
    uint8_t value[GAME_CELLS_MAX], region[GAME_CELLS_MAX];
};

/* Makes the allowed values of each cell around a solution, with `fixed` percent of the cells immutable, and the values
 * of chain_start_values(). regions: each box is a random set of cells instead, and there may be no solution. */
void board_make(struct board *board, struct nash_rng *rng, uint32_t box_rows, uint32_t box_cols, uint32_t fixed,
                bool regions);
/* Initializes the rules of the board with game_rules_init(). */
void board_rules(const struct board *board, struct game_rules *rules);

/* Returns a new shard, which free() frees. */
struct shard *board_shard(void);

/* Each of these functions writes a whole message into `message` and returns its length in bytes. */
size_t board_lease(const struct board *board, uint32_t row, uint32_t row_end, uint32_t game, uint32_t epoch,
                   uint8_t *message);
size_t board_round(uint64_t from, uint64_t tick, uint32_t n, const struct game_event *committed, uint32_t count,
                   const struct game_event *foreign, uint32_t foreign_count, uint32_t game, uint32_t epoch,
                   uint8_t *message);
size_t board_commit(uint64_t from, uint64_t tick, const struct game_event *committed, uint32_t count, uint32_t game,
                    uint32_t epoch, uint8_t *message);

#endif
