/* The tree of PUCT: its growth, the choice of a move, proofs. Compiled for each HEX_WORDS. */
#ifndef HEX_PUCT_TREE_H
#define HEX_PUCT_TREE_H

#include <string.h>

#include <solvers/hex/board/set.h>

#include "node.h"

/* Returns the place of new bytes. The caller has checked that there is room. */
static inline uint32_t tree_take(struct tree *t, size_t bytes)
{
    uint32_t place = (uint32_t)(t->used / PLACE_UNIT);
    t->used += (bytes + PLACE_UNIT - 1) / PLACE_UNIT * PLACE_UNIT;
    return place;
}

/* Gives the next move of a node an edge. */
static inline void node_try(struct tree *t, struct node *node)
{
    if (!node->block || node->tried == 1U << node->block) {
        unsigned block = node->block + 1U;
        uint32_t place = t->unused[block];
        if (place != NO_NODE)
            memcpy(&t->unused[block], tree_at(t, place), sizeof place);
        else
            place = tree_take(t, sizeof(struct edge) << block);
        if (node->block) {
            memcpy(tree_at(t, place), node_edges(t, node), sizeof(struct edge) * node->tried);
            memcpy(node_edges(t, node), &t->unused[node->block], sizeof place);
            t->unused[node->block] = node->edge;
        }
        node->edge = place;
        node->block = (uint8_t)block;
    }
    node_edges(t, node)[node->tried] = (struct edge){.node = NO_NODE, .prior = node_prior(node, node->tried)};
    node->tried++;
    node_sort_next(node);
}

/* Returns the move with the largest value + exploration * prior * sqrt(visits of the node) / (1 + visits); of equals
 * one without a visit, else the first. node->tried: the next one without a visit. */
static inline unsigned node_select(const struct tree *t, const struct node *node,
                                   const struct hex_puct_options *options)
{
    float explore = options->exploration * __builtin_sqrtf((float)node->visits), most = -1e30f;
    unsigned best = node->tried;
    if (node->tried < node->moves)
        most = node->sum / (float)node->visits - options->reduction + explore * node_prior(node, node->tried);
    for (unsigned i = 0; i < node->tried; i++) {
        const struct edge *edge = &node_edges(t, node)[i];
        float visits = (float)edge->visits;
        float score = edge->sum / visits + explore * edge->prior / (1 + visits);
        if (edge->prior >= 0 && score > most) {
            most = score;
            best = i;
        }
    }
    return best;
}

/* Adds the value of the position at the end of the path, for its side to move, to all steps. */
static inline void tree_back_up(struct tree *t, float value)
{
    for (unsigned i = t->depth; i-- > 0;) {
        struct node *node = t->path[i].node;
        struct edge *edge = &node_edges(t, node)[t->path[i].edge];
        value = -value;
        node->visits++;
        node->sum += value;
        edge->visits++;
        edge->sum += value;
    }
}

/* Backs up that the side to move at the end of the path wins or loses. */
static inline void tree_prove(struct tree *t, enum hex_proof proof)
{
    for (unsigned i = t->depth; i-- > 0 && proof != HEX_UNKNOWN;) {
        struct node *node = t->path[i].node;
        if (proof == HEX_LOSES) {
            proof = HEX_WINS;
            node->winning = (uint16_t)t->path[i].edge;
        } else {
            node_edges(t, node)[t->path[i].edge].prior = EDGE_CLOSED;
            proof = --node->open ? HEX_UNKNOWN : HEX_LOSES;
        }
        node->proof = (uint8_t)proof;
    }
}

/* Closes the moves of a node outside of this set. */
static inline void node_limit(struct tree *t, struct node *node, const struct hex_set *must)
{
    unsigned kept = node->tried;
    for (unsigned i = 0; i < node->tried; i++)
        if (!hex_set_has(must, node_cell(node, i)) && node_edges(t, node)[i].prior >= 0) {
            node_edges(t, node)[i].prior = EDGE_CLOSED;
            node->open--;
        }
    for (unsigned i = node->tried; i < node->moves; i++)
        if (hex_set_has(must, node_cell(node, i)))
            node->move[kept++] = node->move[i];
    node->open = (uint16_t)(node->open - (node->moves - kept));
    node->moves = (uint16_t)kept;
    node_sort_next(node);
}

#endif
