/* The search. Built once for each HEX_WORDS; see puct.h. */
#include <solvers/hex/connections/decide.h>
#include <solvers/hex/net/math.h>
#include <solvers/hex/uct/bits.h>
#include <solvers/hex/uct/uct.h>

#include "tree.h"

enum { REPORT_EVERY = 64, CLOCK_EVERY = 8, SETTLE_EVERY = 16 };

/* The priors of a net without a policy are a softmax of its Q logits times this. */
static const float FULL_SHARPNESS = 4;
/* This share of the priors is the same for all moves, so that a long search tries those that the net excludes. */
static const float EVEN_SHARE = 0.02f;

struct search {
    struct hex_puct *puct;
    const struct hex_puct_options *options;
    struct cells cells;
    struct tree tree;
    struct node *root;
    struct hex_position position; /* of the root, and then of the simulation */
    struct hex_set stones[3];     /* of the simulation */
    enum hex_color to_move;       /* at the root */
    struct connections *connections;
    bool won_at_once; /* the root's moves are those that join the edges */
    bool lost;        /* the opponent's edges are connected at the root */
    bool has_must_play;
    struct hex_set must_play;          /* of the root */
    struct hex_set carrier;            /* of the root, if a virtual connection decides it */
    enum hex_color connected;          /* its side; HEX_EMPTY: none */
    float noise[HEX_CELLS_MAX];        /* of the root's moves; used if options->noise is not 0 */
    struct hex_net_output out, turned; /* of an evaluation */
};

/* ---- evaluation ---- */

/* Adds the output for the board turned by 180 degrees, and halves the sums. */
static void evaluate_turned(struct search *s, const struct hex_input *input)
{
    struct hex_input turned;
    unsigned cells = s->cells.count;
    hex_input_turn(input, &turned);
    hex_play_net_evaluate(s->puct->net, &turned, s->puct->workspace, &s->turned);
    for (unsigned i = 0; i < cells; i++) {
        s->out.policy[i] = (s->out.policy[i] + s->turned.policy[cells - 1 - i]) * 0.5f;
        s->out.q[i] = (s->out.q[i] + s->turned.q[cells - 1 - i]) * 0.5f;
    }
    s->out.value = (s->out.value + s->turned.value) * 0.5f;
}

/* Sets the moves of a node, and their priors: the softmax of the logits of the net. */
static void node_priors(struct search *s, struct node *node, const struct hex_input *input, struct hex_set moves)
{
    float prior[HEX_CELLS_MAX], most = -1e30f, sum = 0;
    bool full = hex_play_net_shape(s->puct->net)->head == HEX_HEAD_FULL;
    const float scale = full ? FULL_SHARPNESS : 1, noise = s->tree.depth ? 0 : s->options->noise;
    unsigned n = 0;
    for (unsigned i = hex_set_next(&moves, 0); i < s->cells.count; i = hex_set_next(&moves, i + 1)) {
        node->move[n] = 0xffff - i;
        prior[n] = s->out.policy[hex_input_cell(input, i)] * scale;
        most = prior[n] > most ? prior[n] : most;
        n++;
    }
    for (unsigned i = 0; i < n; i++) {
        prior[i] = hex_exp(prior[i] - most);
        sum += prior[i];
    }
    for (unsigned i = 0; i < n; i++) {
        float share = prior[i] / sum * (1 - EVEN_SHARE) + EVEN_SHARE / (float)n;
        if (noise > 0)
            share = share * (1 - noise) + s->noise[i] * noise;
        node->move[i] |= (uint32_t)(share * PRIOR_UNIT + 0.5f) << 16;
    }
    node->moves = node->open = (uint16_t)n;
    node_sort_next(node);
}

/* Adds a node for the position and these moves, and evaluates it. *value: from the view of the side to move. */
static struct node *node_new(struct search *s, uint32_t *place, struct hex_set moves, float *value)
{
    struct hex_input input;
    *place = tree_take(&s->tree, sizeof(struct node) + hex_set_count(&moves) * sizeof(uint32_t));
    struct node *node = tree_at(&s->tree, *place);
    memset(node, 0, sizeof *node);
    hex_input_of(&s->position, &input);
    hex_play_net_evaluate(s->puct->net, &input, s->puct->workspace, &s->out);
    if (s->options->turn && !s->tree.depth)
        evaluate_turned(s, &input);
    node_priors(s, node, &input, moves);
    bool full = hex_play_net_shape(s->puct->net)->head == HEX_HEAD_FULL;
    *value = hex_tanh(full ? s->out.value * 0.5f : s->out.value);
    node->winning = NO_EDGE;
    node->visits = 1;
    node->sum = *value;
    return node;
}

/* ---- one simulation ---- */

/* Returns what the stones say of the position at once: the side to move joins its edges with one of *moves, or the
 * opponent threatens to do so in *moves, all of them if in none. */
static enum hex_proof position_moves(const struct search *s, enum hex_color side, struct hex_set *moves)
{
    const struct cells *c = &s->cells;
    struct hex_set empty = set_minus(c->all, set_or(s->stones[HEX_BLACK], s->stones[HEX_WHITE]));
    *moves = cells_winning(c, s->stones[side], empty, side);
    if (!hex_set_is_empty(moves))
        return HEX_WINS;
    *moves = cells_winning(c, s->stones[hex_other(side)], empty, hex_other(side));
    unsigned threats = hex_set_count(moves);
    if (!threats)
        *moves = empty;
    return threats > 1 ? HEX_LOSES : HEX_UNKNOWN;
}

/* Looks for virtual connections at a node. */
static enum hex_proof node_connect(struct search *s, struct node *node)
{
    struct connections_decision d;
    node->connected = true;
    connections_decide(s->connections, &s->position.board, s->position.to_move, &d);
    if (d.proof == HEX_UNKNOWN) {
        node_limit(&s->tree, node, &d.must);
        d.proof = node->open ? HEX_UNKNOWN : HEX_LOSES;
    }
    node->proof = (uint8_t)d.proof;
    return d.proof;
}

static void simulation_play(struct search *s, unsigned cell)
{
    enum hex_color side = s->position.to_move;
    hex_set_add(&s->stones[side], cell);
    hex_board_set(&s->position.board, cell, side);
    s->position.to_move = hex_other(side);
}

/* Walks down to a position that is new or decided, and takes one step of the search there: evaluates it, or proves it.
 * Returns its value for its side to move. */
static float simulation_run(struct search *s, enum hex_proof *proof)
{
    struct tree *t = &s->tree;
    struct node *node = s->root;
    for (t->depth = 0;;) {
        unsigned i = node_select(t, node, s->options);
        if (i == node->tried)
            node_try(t, node);
        t->path[t->depth++] = (struct step){node, i};
        simulation_play(s, node_cell(node, i));
        struct edge *edge = &node_edges(t, node)[i];
        if (edge->node == NO_NODE) {
            struct hex_set moves;
            float value;
            *proof = position_moves(s, s->position.to_move, &moves);
            if (*proof != HEX_UNKNOWN)
                return *proof == HEX_WINS ? 1 : -1;
            node_new(s, &edge->node, moves, &value);
            return value;
        }
        node = tree_at(t, edge->node);
        if (s->connections && !node->connected && node->visits >= s->options->connect) {
            *proof = node_connect(s, node);
            if (*proof != HEX_UNKNOWN)
                return *proof == HEX_WINS ? 1 : -1;
        }
    }
}

static void search_simulate(struct search *s)
{
    struct hex_set before[3] = {s->stones[0], s->stones[1], s->stones[2]};
    enum hex_proof proof = HEX_UNKNOWN;
    float value = simulation_run(s, &proof);
    memcpy(s->stones, before, sizeof before);
    for (unsigned i = 0; i < s->tree.depth; i++)
        hex_board_set(&s->position.board, node_cell(s->tree.path[i].node, s->tree.path[i].edge), HEX_EMPTY);
    s->position.to_move = s->to_move;
    tree_back_up(&s->tree, value);
    tree_prove(&s->tree, proof);
}

/* ---- the opinion ---- */

/* Returns the edge that is proved to win; else the one with the most visits among those that are not proved to lose,
 * the first of equals; of all edges if all are proved to lose. NO_EDGE: there is none. */
static unsigned node_best(const struct tree *t, const struct node *node)
{
    unsigned best = NO_EDGE;
    const struct edge *edge = node->tried ? node_edges(t, node) : NULL;
    if (node->proof == HEX_WINS)
        return node->winning;
    for (unsigned i = 0; i < node->tried; i++)
        if ((edge[i].prior >= 0 || !node->open) && (best == NO_EDGE || edge[i].visits > edge[best].visits))
            best = i;
    return best;
}

static float edge_rate(const struct edge *edge)
{
    float rate = (edge->sum / (float)edge->visits + 1) * 0.5f;
    return rate < 0 ? 0 : rate > 1 ? 1 : rate;
}

/* Writes what is known of each move of the root. Moves that are not in its list lose, unless it lists those that win.
 */
static void opinion_moves(const struct search *s, struct hex_opinion *opinion)
{
    const struct node *root = s->root;
    bool lost = s->lost || root->proof == HEX_LOSES;
    for (unsigned i = 0; i < s->cells.count; i++)
        if (s->position.board.cell[i] == HEX_EMPTY) {
            opinion->proof[i] = s->won_at_once ? HEX_UNKNOWN : HEX_LOSES;
            opinion->must_play[i] = hex_set_has(&s->must_play, i);
            opinion->connection[i] = hex_set_has(&s->carrier, i);
        }
    for (unsigned i = 0; i < root->moves; i++) {
        unsigned cell = node_cell(root, i);
        const struct edge *edge = i < root->tried ? &node_edges(&s->tree, root)[i] : NULL;
        bool wins = s->won_at_once || (edge && root->proof == HEX_WINS && root->winning == i);
        bool loses = lost || (edge && edge->prior < 0);
        opinion->proof[cell] = wins ? HEX_WINS : loses ? HEX_LOSES : HEX_UNKNOWN;
        opinion->visits[cell] = edge ? edge->visits : 0;
        if (edge && edge->visits)
            opinion->value[cell] = edge_rate(edge);
    }
    for (unsigned i = 0; i < s->cells.count; i++)
        if (opinion->proof[i] != HEX_UNKNOWN)
            opinion->value[i] = opinion->proof[i] == HEX_WINS ? 1 : 0;
}

static void opinion_line(const struct search *s, struct hex_opinion *opinion)
{
    const struct node *node = s->root;
    opinion->line[opinion->line_count++] = (uint16_t)opinion->move;
    for (;;) {
        unsigned i = node_best(&s->tree, node);
        if (i == NO_EDGE || (node == s->root && node_cell(node, i) != (unsigned)opinion->move))
            return;
        if (node != s->root)
            opinion->line[opinion->line_count++] = (uint16_t)node_cell(node, i);
        const struct edge *edge = &node_edges(&s->tree, node)[i];
        if (edge->node == NO_NODE)
            return;
        node = tree_at(&s->tree, edge->node);
    }
}

/* key: a move that wins by a virtual connection, or -1. */
static void search_opinion(const struct search *s, uint64_t simulations, int key, struct hex_opinion *opinion)
{
    const struct node *root = s->root;
    unsigned best = node_best(&s->tree, root);
    opinion->measure = HEX_MEASURE_WIN_RATE;
    opinion->nodes = simulations;
    opinion->has_must_play = s->has_must_play;
    opinion->connected = s->connected;
    opinion_moves(s, opinion);
    opinion->move = (int)(best == NO_EDGE ? node_cell(root, 0) : node_cell(root, best));
    if (key >= 0) {
        opinion->move = key;
        opinion->proof[key] = HEX_WINS;
        opinion->value[key] = 1;
    }
    if (root->proof == HEX_WINS)
        opinion->winner = s->to_move;
    else if (root->proof == HEX_LOSES || s->lost)
        opinion->winner = hex_other(s->to_move);
    float mean = (root->sum / (float)root->visits + 1) * 0.5f;
    opinion->win_rate = opinion->value[opinion->move] >= 0 ? opinion->value[opinion->move] : mean;
    opinion_line(s, opinion);
}

/* ---- the root ---- */

static void search_init(struct search *s, struct hex_puct *puct, const struct hex_position *position,
                        const struct hex_puct_options *options)
{
    memset(s, 0, offsetof(struct search, noise));
    s->puct = puct;
    s->options = options;
    cells_init(&s->cells, puct->rows, puct->cols);
    s->tree.pool = puct->pool;
    s->tree.bytes = puct->pool_bytes;
    for (unsigned i = 0; i < BLOCKS; i++)
        s->tree.unused[i] = NO_NODE;
    s->position = *position;
    s->to_move = position->to_move;
    for (unsigned i = 0; i < s->cells.count; i++)
        hex_set_add(&s->stones[position->board.cell[i]], i);
}

/* Makes the root, evaluates it, and decides it at once where that is possible. Returns a move that wins by a virtual
 * connection, or -1. A root that is lost by one is searched all the same, without connections, for the move that is
 * hardest to refute. */
static int search_root(struct search *s)
{
    struct hex_set moves;
    uint32_t place;
    float value;
    enum hex_proof proof = position_moves(s, s->to_move, &moves);
    s->root = node_new(s, &place, moves, &value);
    s->root->proof = (uint8_t)proof;
    s->won_at_once = proof == HEX_WINS;
    if (proof != HEX_UNKNOWN || !s->options->connect)
        return -1;
    struct connections_decision d;
    connections_decide(s->puct->connections, &s->position.board, s->to_move, &d);
    s->root->connected = true;
    s->connections = s->puct->connections;
    if (d.proof != HEX_UNKNOWN && !hex_set_is_empty(&d.carrier)) {
        s->carrier = d.carrier;
        s->connected = d.proof == HEX_WINS ? s->to_move : hex_other(s->to_move);
    }
    if (d.proof == HEX_WINS) {
        s->root->proof = HEX_WINS;
        return (int)d.key;
    }
    moves = set_and(moves, d.must);
    if (d.proof == HEX_LOSES || hex_set_is_empty(&moves)) {
        s->connections = NULL;
        s->lost = true;
    } else if (hex_set_count(&moves) < s->root->moves) {
        s->has_must_play = true;
        s->must_play = moves;
        node_limit(&s->tree, s->root, &moves);
    }
    return -1;
}

static void search_report(const struct search *s, struct nash_run *run, uint64_t simulations)
{
    unsigned best = nash_progress_due(run) ? node_best(&s->tree, s->root) : NO_EDGE;
    if (best != NO_EDGE)
        hex_uct_report(run, s->cells.rows, s->cells.cols, simulations, node_cell(s->root, best),
                       edge_rate(&node_edges(&s->tree, s->root)[best]));
}

/* Returns whether the move with the most visits keeps them, whatever the simulations that are left. */
static bool search_is_settled(const struct search *s, uint64_t left)
{
    const struct edge *edge = s->root->tried ? node_edges(&s->tree, s->root) : NULL;
    unsigned best = node_best(&s->tree, s->root);
    if (best == NO_EDGE || s->root->proof != HEX_UNKNOWN || left > edge[best].visits)
        return false;
    for (unsigned i = 0; i < s->root->tried; i++)
        if (i != best && edge[i].prior >= 0 && edge[i].visits + left >= edge[best].visits)
            return false;
    return true;
}

#define puct_search HEX_SIZED(puct_search)
void puct_search(struct hex_puct *puct, const struct hex_position *position, const struct hex_puct_options *options,
                 struct nash_rng *rng, struct nash_run *run, unsigned check, struct hex_opinion *opinion)
{
    struct search s;
    search_init(&s, puct, position, options);
    unsigned empty = s.cells.count - position->board.stones;
    if (options->noise > 0)
        puct_dirichlet(rng, options->noise_alpha / (float)empty, empty, s.noise);
    int key = search_root(&s);
    uint64_t n = 1;
    run->nodes++;
    const size_t spare = puct_pool_spare(s.cells.count);
    while (n < options->simulations && s.root->proof == HEX_UNKNOWN && s.tree.bytes - s.tree.used >= spare) {
        run->clock_in = run->clock_in < CLOCK_EVERY ? run->clock_in : CLOCK_EVERY;
        if (nash_stop(run, check))
            break;
        search_simulate(&s);
        run->nodes++;
        if (++n % REPORT_EVERY == 0)
            search_report(&s, run, n);
        if (options->settle && n % SETTLE_EVERY == 0 && search_is_settled(&s, options->simulations - n))
            break;
    }
    search_opinion(&s, n, key, opinion);
}
