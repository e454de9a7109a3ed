/* Depth-first proof-number search of one position. */
#include "child.h"

enum {
    WIDEN_FIRST = 2, /* children examined at first, */
    WIDEN_PART = 3,  /* and one in so many of the rest */
    EPSILON_PART = 4 /* a child is left when its delta exceeds the second best by one part in so many */
};

struct node {
    struct exact *exact;
    const struct exact_state *state;
    struct exact_entry *entry;
    struct exact_child *child; /* that may still win, in the order of the evaluation */
    unsigned count;
    unsigned best, second; /* second == count: there is none among those examined */
};

static uint32_t bound_add(uint32_t a, uint32_t b)
{
    return a + b < EXACT_INFINITE - 1 ? a + b : EXACT_INFINITE - 1;
}

static void child_look_up(const struct exact *exact, struct exact_child *child)
{
    const struct exact_entry *known = exact_find(exact, child->key);
    child->phi = known ? known->phi : 1;
    child->delta = known ? known->delta : 1;
}

/* Lists the children of an open entry, best first. */
static void node_children(struct node *node)
{
    uint32_t score[HEX_CELLS_MAX];
    struct exact_state after;
    const struct hex_set *moves = &node->entry->set;
    exact_evaluate(&node->exact->rings, node->state->filled.cell, score);
    node->count = 0;
    for (unsigned move = hex_set_next(moves, 0); move < 64 * HEX_WORDS; move = hex_set_next(moves, move + 1)) {
        unsigned at = node->count++;
        for (; at > 0 && score[node->child[at - 1].move] < score[move]; at--)
            node->child[at] = node->child[at - 1];
        node->child[at].move = (uint16_t)move;
    }
    for (unsigned i = 0; i < node->count; i++) {
        exact_state_play(node->exact, node->state, node->child[i].move, &after);
        node->child[i].key[0] = after.key[0];
        node->child[i].key[1] = after.key[1];
        child_look_up(node->exact, &node->child[i]);
    }
}

/* Returns the carrier of a solved child on the board of the node, without the move itself. */
static struct hex_set child_carrier(const struct node *node, unsigned move, const struct exact_entry *solved,
                                    enum hex_color winner)
{
    struct exact_state after;
    exact_state_play(node->exact, node->state, move, &after);
    struct hex_set carrier = hex_set_or(solved->set, &after.filled.captured[winner]);
    return after.turned ? exact_set_turn(node->exact, &carrier) : carrier;
}

static void node_solve(struct node *node, bool won, unsigned best, struct hex_set carrier)
{
    node->entry->phi = won ? 0 : EXACT_INFINITE;
    node->entry->delta = won ? EXACT_INFINITE : 0;
    node->entry->best = (uint16_t)best;
    node->entry->set = carrier;
}

/* The side to move loses. Its vulnerable moves were not tried: the winner needs the cells that answer them. */
static void node_lose(struct node *node)
{
    uint16_t killer[HEX_CELLS_MAX];
    struct hex_set carrier = node->entry->base;
    struct hex_set open = hex_vulnerable(&node->exact->rings, &node->state->filled, node->state->to_move, killer);
    for (struct hex_set left; left = hex_set_and(open, &carrier), !hex_set_is_empty(&left);)
        for (unsigned c = hex_set_next(&left, 0); c < 64 * HEX_WORDS; c = hex_set_next(&left, c + 1)) {
            hex_set_remove(&open, c);
            hex_set_add(&carrier, killer[c]);
        }
    node_solve(node, false, node->exact->rings.cells, carrier);
}

/* Takes over what a solved child proves. Returns whether the node is solved by it. */
static bool node_child_solved(struct node *node, unsigned at)
{
    const struct exact_entry *known = exact_find(node->exact, node->child[at].key);
    unsigned move = node->child[at].move, left = 0;
    if (!known) /* replaced since it was looked up */
        return child_look_up(node->exact, &node->child[at]), false;
    if (known->delta == 0) {
        struct hex_set carrier = child_carrier(node, move, known, node->state->to_move);
        hex_set_add(&carrier, move);
        node_solve(node, true, move, carrier);
        return true;
    }
    struct hex_set carrier = child_carrier(node, move, known, hex_other(node->state->to_move));
    node->entry->base = hex_set_or(node->entry->base, &carrier);
    node->entry->set = hex_set_and(node->entry->set, &carrier);
    for (unsigned i = 0; i < node->count; i++)
        if (hex_set_has(&node->entry->set, node->child[i].move))
            node->child[left++] = node->child[i];
    node->count = left;
    return false;
}

/* Returns how many of the remaining children count in the bounds. */
static unsigned widened(unsigned count)
{
    unsigned examined = WIDEN_FIRST + (count + WIDEN_PART - 1) / WIDEN_PART;
    return examined < count ? examined : count;
}

/* Takes over solved children, then sums the bounds of those examined and chooses the best. Returns whether the node is
 * solved. */
static bool node_update(struct node *node)
{
    for (unsigned i = 0; i < node->count; i++) {
        child_look_up(node->exact, &node->child[i]);
        if (node->child[i].phi == 0 || node->child[i].delta == 0) {
            if (node_child_solved(node, i))
                return true;
            i = UINT32_MAX; /* the list has changed */
        }
    }
    if (node->count == 0) { /* no move of the must-play is worth a trial */
        node_lose(node);
        return true;
    }
    unsigned examined = widened(node->count);
    uint32_t sum = 0;
    node->best = 0;
    node->second = node->count;
    for (unsigned i = 0; i < examined; i++) {
        sum = bound_add(sum, node->child[i].phi);
        if (i == 0)
            continue;
        if (node->child[i].delta < node->child[node->best].delta) {
            node->second = node->best;
            node->best = i;
        } else if (node->second == node->count || node->child[i].delta < node->child[node->second].delta) {
            node->second = i;
        }
    }
    node->entry->phi = node->child[node->best].delta;
    node->entry->delta = sum;
    node->entry->best = node->child[node->best].move;
    return false;
}

static void node_descend(struct node *node, uint32_t phi, uint32_t delta)
{
    const struct exact_child *best = &node->child[node->best];
    uint32_t child_phi = delta >= EXACT_INFINITE ? EXACT_INFINITE : delta - (node->entry->delta - best->phi);
    uint32_t child_delta = phi;
    struct exact_state after;
    struct exact_entry below;
    if (node->second < node->count) {
        uint32_t next = node->child[node->second].delta;
        next = bound_add(next, 1 + next / EPSILON_PART);
        child_delta = next < phi ? next : phi;
    }
    exact_state_play(node->exact, node->state, best->move, &after);
    uint64_t before = node->exact->nodes;
    exact_search(node->exact, &after, child_phi, child_delta, node->child + node->count, &below);
    node->entry->work += (uint32_t)(node->exact->nodes - before);
}

/* Gives a new open entry the bounds it has if none of its children is known. Returns whether they are below the limits.
 * Two of three new positions reach a limit at once, and then need neither children nor their order. */
static bool node_within(struct node *node, uint32_t phi, uint32_t delta)
{
    unsigned count = hex_set_count(&node->entry->set);
    if (exact_is_solved(node->entry) || count == 0)
        return true;
    node->entry->phi = 1;
    node->entry->delta = widened(count);
    return node->entry->phi < phi && node->entry->delta < delta;
}

void exact_search(struct exact *exact, const struct exact_state *state, uint32_t phi, uint32_t delta,
                  struct exact_child *children, struct exact_entry *entry)
{
    struct node node = {.exact = exact, .state = state, .entry = entry, .child = children};
    const struct exact_entry *known = exact_find(exact, state->key);
    bool within = true; /* the limits */
    if (known) {
        *entry = *known;
    } else {
        exact_expand(exact, state, entry);
        within = node_within(&node, phi, delta);
    }
    if (within && !exact_is_solved(entry)) {
        node_children(&node);
        while (!node_update(&node) && entry->phi < phi && entry->delta < delta) {
            exact->run->clock_in = 0; /* reads the clock each time: a position of a large board takes milliseconds */
            exact->stopped |=
                nash_stop(exact->run, HEX_STOP_EXACT_NODE) || (exact->node_limit && exact->nodes >= exact->node_limit);
            if (exact->stopped || exact->nodes >= exact->pause)
                break;
            node_descend(&node, phi, delta);
        }
    }
    exact_store(exact, entry);
}
