/* The canonical key: the position, the rules that still matter, and the engine with its own settings. Moves in another
 * order, or a board in place of moves, give the same key. */
#include <string.h>

#include "problem.h"

bool hex_seeded(const void *problem)
{
    const struct hex_problem *p = problem;
    return p->winner == HEX_EMPTY && p->engine->seeded;
}

static void add_settings(const struct hex_problem *p, struct nash_sha256 *sha)
{
    const struct hex_settings *s = &p->settings;
    uint32_t exploration;
    memcpy(&exploration, &s->exploration, sizeof exploration);
    if (strcmp(p->engine->name, "uct") == 0) {
        nash_sha256_u64(sha, s->iterations);
        nash_sha256_u64(sha, (uint64_t)s->plain << 33 | (uint64_t)exploration << 1 | s->rave);
    }
    if (strcmp(p->engine->name, "exact") == 0) {
        nash_sha256_u64(sha, s->nodes);
        nash_sha256_u64(sha, s->win_lines);
    }
}

void hex_canon(const void *problem, struct nash_sha256 *sha)
{
    const struct hex_problem *p = problem;
    const struct hex_board *board = &p->position.board;
    nash_sha256_u64(sha, (uint64_t)board->rows << 8 | board->cols);
    nash_sha256_add(sha, board->cell, hex_cells(board));
    nash_sha256_u64(sha, (uint64_t)p->position.to_move << 8 | (uint64_t)p->winner << 4 | (uint64_t)p->resigned << 1 |
                             p->may_swap);
    nash_sha256_string(sha, p->engine->name);
    if (p->winner == HEX_EMPTY)
        add_settings(p, sha);
}
