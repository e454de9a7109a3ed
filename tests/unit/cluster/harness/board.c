/* See board.h. */
#include "board.h"

#include <stdlib.h>
#include <string.h>

#include <cluster/sudoku/shard/protocol.h>

void board_rules(const struct board *board, struct game_rules *rules)
{
    if (!game_rules_init(rules, board->side, board->box_rows, board->box_cols, board->allowed))
        abort();
    if (board->regions)
        memcpy(rules->box, board->region, rules->cells);
}

void board_make(struct board *board, struct nash_rng *rng, uint32_t box_rows, uint32_t box_cols, uint32_t fixed,
                bool regions)
{
    static struct game_rules rules;
    uint32_t side = box_rows * box_cols, cells = side * side;
    *board = (struct board){.side = side,
                            .box_rows = box_rows,
                            .box_cols = box_cols,
                            .beta = 3 * BETA_ONE,
                            .regions = regions,
                            .seed = nash_rng_next(rng),
                            .tick = nash_rng_next(rng) >> 20};
    for (uint32_t cell = 0; cell < cells; cell++) {
        uint32_t row = cell / side, value = (row % box_rows * box_cols + row / box_rows + cell % side) % side;
        board->allowed[cell] = UINT64_C(1) << value;
        if (cell == 0 || nash_rng_below(rng, 100) >= fixed)
            board->allowed[cell] |= nash_rng_next(rng) & ((UINT64_C(1) << side) - 1);
        board->region[cell] = (uint8_t)(cell / side);
    }
    board->allowed[0] |= 3;
    for (uint32_t cell = cells - 1; cell > 0; cell--) { /* Fisher-Yates shuffle */
        uint32_t other = (uint32_t)nash_rng_below(rng, cell + 1);
        uint8_t kept = board->region[cell];
        board->region[cell] = board->region[other];
        board->region[other] = kept;
    }
    board_rules(board, &rules);
    chain_start_values(&rules, board->seed, board->value);
}

struct shard *board_shard(void)
{
    void *memory = aligned_alloc(64, (shard_bytes() + 63) / 64 * 64);
    if (!memory)
        abort();
    memset(memory, 0xa5, shard_bytes());
    return shard_init(memory);
}

static size_t end(uint8_t *message, const uint8_t *p, unsigned type, uint32_t game, uint32_t epoch)
{
    size_t len = (size_t)(p - message);
    protocol_head_write(message, type, game, epoch, len - MESSAGE_HEAD);
    return len;
}

size_t board_lease(const struct board *board, uint32_t row, uint32_t row_end, uint32_t game, uint32_t epoch,
                   uint8_t *message)
{
    uint32_t cells = board->side * board->side;
    uint8_t *p = message + MESSAGE_HEAD;
    *p++ = (uint8_t)board->side;
    *p++ = (uint8_t)board->box_rows;
    *p++ = (uint8_t)board->box_cols;
    *p++ = board->regions ? MESSAGE_REGIONS : 0;
    p = message_put64(message_put16(message_put16(p, row), row_end), board->seed);
    p = message_put32(message_put32(message_put64(p, board->tick), board->beta), cells);
    for (uint32_t cell = 0; cell < cells; cell++)
        p = message_put64(p, board->allowed[cell]);
    memcpy(p, board->value, cells);
    p += cells;
    if (board->regions) {
        memcpy(p, board->region, cells);
        p += cells;
    }
    return end(message, p, MESSAGE_LEASE, game, epoch);
}

static uint8_t *put_events(uint8_t *p, const struct game_event *event, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        p = message_put_event(p, &event[i]);
    return p;
}

size_t board_round(uint64_t from, uint64_t tick, uint32_t n, const struct game_event *committed, uint32_t count,
                   const struct game_event *foreign, uint32_t foreign_count, uint32_t game, uint32_t epoch,
                   uint8_t *message)
{
    uint8_t *p = message_put64(message_put64(message + MESSAGE_HEAD, from), tick);
    p = message_put32(message_put32(message_put32(message_put32(p, n), count), foreign_count), 0);
    return end(message, put_events(put_events(p, committed, count), foreign, foreign_count), MESSAGE_ROUND, game,
               epoch);
}

size_t board_commit(uint64_t from, uint64_t tick, const struct game_event *committed, uint32_t count, uint32_t game,
                    uint32_t epoch, uint8_t *message)
{
    uint8_t *p = message_put64(message_put64(message + MESSAGE_HEAD, from), tick);
    p = message_put32(message_put32(p, count), 0);
    return end(message, put_events(p, committed, count), MESSAGE_COMMIT, game, epoch);
}
