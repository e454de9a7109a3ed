/* What the virtual connections of both sides say of a position. Compiled for each HEX_WORDS. */
#ifndef HEX_CONNECTIONS_DECIDE_H
#define HEX_CONNECTIONS_DECIDE_H

#include <solvers/hex/engines/engine.h>

#include "connections.h"

struct connections_decision {
    enum hex_proof proof;   /* of the side to move */
    unsigned key;           /* HEX_WINS: a move that wins */
    struct hex_set carrier; /* HEX_WINS, HEX_LOSES: of the connection; empty if there is none */
    struct hex_set must;    /* HEX_UNKNOWN: moves outside of it lose */
};

/* The side to move wins if its edges have a semi connection; it loses if the opponent's have a full one; else all moves
 * outside of the opponent's semi connections lose. */
static inline void connections_decide(struct connections *c, const struct hex_board *board, enum hex_color side,
                                      struct connections_decision *d)
{
    *d = (struct connections_decision){.proof = HEX_WINS};
    connections_build_until(c, board, side, CONNECTIONS_SEMI);
    if (connections_semi_won(c, &d->key, &d->carrier))
        return;
    if (connections_won(c, &d->carrier)) {
        d->key = hex_set_next(&d->carrier, 0);
        return;
    }
    connections_build_until(c, board, hex_other(side), CONNECTIONS_ALL);
    d->proof = HEX_LOSES;
    if (connections_won(c, &d->carrier))
        return;
    d->proof = HEX_UNKNOWN;
    d->must = connections_must_play(c);
}

#endif
