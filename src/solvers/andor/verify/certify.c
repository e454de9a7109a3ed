/* Proves values without any code of the passes that found them.
 *
 *   1. At every reachable node no connector adds up to less than the node's value, and its mark adds up to exactly the
 *      value; if the value is infinite, every connector has an infinite successor. By induction from the terminals, no
 *      solution graph costs less.
 *   2. Marks never lead back, so they form solution graphs that cost what the values say. Along a mark of positive cost
 *      the value falls, so only marks of cost 0 are followed.
 *   3. Unreachable nodes have no value and no mark.
 *
 * A sweep checks the nodes by increasing number and reads the arrays from front to back; nodes that are found behind it
 * wait in a list. Sums are taken in 128 bits whatever the width of the values. */
#include <inttypes.h>
#include <string.h>

#include <solvers/andor/bottom_up/bottom_up.h>

struct proof {
    const struct andor_graph *graph;
    const struct andor_values *values;
    struct nash_error *error;
    uint8_t *reached; /* [nodes] */
    uint32_t front;   /* the current node of the sweep */
    uint32_t *behind; /* nodes found behind it, to be checked after the sweep */
    uint32_t waiting; /* number of nodes in behind */
    uint32_t count;   /* number of reached nodes */
    bool free_marks;  /* a mark is a connector of cost 0 */
};

static bool proof_fail(const struct proof *proof, uint32_t v, const char *why)
{
    nash_fail(proof->error, NASH_INTERNAL, "", "the value of node %" PRIu32 " does not hold: %s", v, why);
    return false;
}

static void mark_reached(struct proof *proof, uint32_t v)
{
    proof->reached[v] = 1;
    proof->count++;
    if (v < proof->front)
        proof->behind[proof->waiting++] = v;
}

static bool has_infinite(const struct proof *proof, uint32_t c)
{
    for (uint32_t e = proof->graph->to[c]; e < proof->graph->to[c + 1]; e++)
        if (andor_value(proof->values, proof->graph->succ[e]) == ANDOR_WIDE_INF)
            return true;
    return false;
}

/* Returns the cost of connector c, or infinity if a successor has infinite cost or the sum passes 128 bits. Marks the
 * successors as reached. */
static inline __attribute__((always_inline)) andor_wide sum_connector(struct proof *proof, uint32_t c, bool wide)
{
    const struct andor_graph *graph = proof->graph;
    const uint32_t *const stop = graph->succ + graph->to[c + 1];
    const uint64_t *const value = proof->values->value;
    const uint8_t *const reached = proof->reached;
    andor_wide sum = andor_cost(graph, c);
    bool over = false;
    for (const uint32_t *s = graph->succ + graph->to[c]; s < stop; s++) {
        if (__builtin_expect(!reached[*s], 0))
            mark_reached(proof, *s);
        if (wide)
            over |= __builtin_add_overflow(sum, proof->values->wide[*s], &sum);
        else
            sum += value[*s];
    }
    over |= sum >= ANDOR_INF && has_infinite(proof, c);
    return over ? ANDOR_WIDE_INF : sum;
}

static inline __attribute__((always_inline)) bool check_node(struct proof *proof, uint32_t v, bool wide)
{
    const struct andor_graph *graph = proof->graph;
    andor_wide value = andor_value(proof->values, v);
    uint32_t mark = proof->values->mark[v], last = graph->last[v];
    if (andor_is_terminal(graph, v))
        return (value == 0 && mark == ANDOR_NONE) || proof_fail(proof, v, "a terminal is worth 0 and has no mark");
    bool marked = mark == ANDOR_NONE && value == ANDOR_WIDE_INF;
    for (uint32_t c = graph->first[v]; c < last; c++) {
        andor_wide sum = sum_connector(proof, c, wide);
        if (sum < value)
            return proof_fail(proof, v, "a connector costs less");
        if (c == mark && sum == value && sum != ANDOR_WIDE_INF) {
            marked = true;
            proof->free_marks |= andor_cost(graph, c) == 0;
        }
    }
    return marked || proof_fail(proof, v, "its mark does not cost that");
}

static inline __attribute__((always_inline)) bool check_reached(struct proof *proof, bool wide)
{
    const struct andor_graph *graph = proof->graph;
    mark_reached(proof, graph->root);
    for (uint32_t v = graph->root; v < graph->nodes; v++) {
        proof->front = v;
        if (proof->reached[v] && !check_node(proof, v, wide))
            return false;
    }
    proof->front = graph->nodes;
    while (proof->waiting > 0)
        if (!check_node(proof, proof->behind[--proof->waiting], wide))
            return false;
    return true;
}

static bool check_unreached(const struct proof *proof)
{
    const struct andor_values *values = proof->values;
    for (uint32_t v = 0; v < proof->graph->nodes; v++)
        if (!proof->reached[v] && (andor_value(values, v) != ANDOR_WIDE_INF || values->mark[v] != ANDOR_NONE))
            return proof_fail(proof, v, "it cannot be reached");
    return proof->count == values->reachable ||
           proof_fail(proof, proof->graph->root, "the number of nodes reached is another");
}

/* ---- marks of cost 0 ---- */

enum { NODE_NEW, NODE_ON_PATH, NODE_CLEAR };

struct step {
    uint32_t v, edge; /* a node of the path, and the index of its next edge */
};

static bool is_free(const struct proof *proof, uint32_t v)
{
    uint32_t mark = proof->values->mark[v];
    return mark != ANDOR_NONE && andor_cost(proof->graph, mark) == 0;
}

/* Follows marks of cost 0 from v. Returns false if they lead back to a node of the path. */
static bool check_free_marks_from(const struct proof *proof, uint32_t v, uint8_t *state, struct step *path)
{
    const struct andor_graph *graph = proof->graph;
    const uint32_t *mark = proof->values->mark;
    size_t depth = 0;
    path[depth++] = (struct step){v, graph->to[mark[v]]};
    state[v] = NODE_ON_PATH;
    while (depth > 0) {
        struct step *at = &path[depth - 1];
        if (at->edge == graph->to[mark[at->v] + 1]) {
            state[at->v] = NODE_CLEAR;
            depth--;
            continue;
        }
        uint32_t w = graph->succ[at->edge++];
        if (!is_free(proof, w) || state[w] == NODE_CLEAR)
            continue;
        if (state[w] == NODE_ON_PATH)
            return proof_fail(proof, w, "its mark leads back to it");
        state[w] = NODE_ON_PATH;
        path[depth++] = (struct step){w, graph->to[mark[w]]};
    }
    return true;
}

static enum nash_status proof_nomem(struct nash_error *error)
{
    return nash_fail(error, NASH_NOMEM, "", "the proof of the values does not fit into the memory of this job");
}

static enum nash_status check_free_marks(const struct proof *proof, struct nash_arena *arena)
{
    uint8_t *state = NASH_NEW(arena, uint8_t, proof->graph->nodes);
    struct step *path = nash_arena_alloc_raw(arena, proof->graph->nodes * sizeof *path, _Alignof(struct step));
    if (!state || !path)
        return proof_nomem(proof->error);
    for (uint32_t v = 0; v < proof->graph->nodes; v++)
        if (is_free(proof, v) && state[v] == NODE_NEW && !check_free_marks_from(proof, v, state, path))
            return NASH_INTERNAL;
    return NASH_OK;
}

enum nash_status andor_certify(const struct andor_graph *graph, const struct andor_values *values,
                               struct nash_arena *arena, struct nash_error *error)
{
    struct nash_arena_mark before = nash_arena_mark(arena);
    struct proof proof = {
        .graph = graph,
        .values = values,
        .error = error,
        .reached = NASH_NEW(arena, uint8_t, graph->nodes),
        .behind = nash_arena_alloc_raw(arena, graph->nodes * sizeof *proof.behind, _Alignof(uint32_t)),
    };
    enum nash_status status = NASH_INTERNAL;
    if (!proof.reached || !proof.behind)
        status = proof_nomem(error);
    else if ((values->wide ? check_reached(&proof, true) : check_reached(&proof, false)) && check_unreached(&proof))
        status = proof.free_marks ? check_free_marks(&proof, arena) : NASH_OK;
    nash_arena_release(arena, before);
    return status;
}
