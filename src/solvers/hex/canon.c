/* The canonical key: the position, the rules that still matter, and the engine with its own settings. Moves in another
 * order, or a board in place of moves, give the same key. */
#include <string.h>

#include <solvers/hex/net/play_net.h>

#include "problem.h"

bool hex_seeded(const void *problem)
{
    const struct hex_problem *p = problem;
    return p->winner == HEX_EMPTY && p->engine->seeded;
}

/* The default net of another version is another net. */
void hex_net_canon(const struct hex_player *player, struct nash_sha256 *sha)
{
    const struct hex_settings *settings = &player->settings;
    uint32_t simulations = player->engine == &hex_engine_dqn_search ? settings->simulations : 0;
    nash_sha256_u64(sha, (uint64_t)simulations << 1 | (settings->net != NULL));
    if (settings->net)
        nash_sha256_add(sha, settings->net, settings->net_bytes);
    else
        nash_sha256_add(sha, hex_default_net + hex_default_net_len - HEX_NET_DIGEST, HEX_NET_DIGEST);
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
    if (p->engine->plays_net)
        hex_net_canon(&(struct hex_player){p->engine, *s}, sha);
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
