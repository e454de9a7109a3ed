/* The search. Built once for each HEX_WORDS and instruction set; see uct.h. */
#include <string.h>

#include <solvers/hex/connections/decide.h>

#include "playout.h"
#include "shape.h"
#include "tree.h"
#include "triangle.h"

enum { CHECK_ITERATION = 1, REPORT_EVERY = 1024, PRIOR_COUNT = 8, PRIOR_EVEN = 4, SHAPE_FALL_MAX = 256 };

struct search {
    struct uct u;
    struct triangle triangle;
    float shape_fall[SHAPE_FALL_MAX]; /* exp(-i / SHAPE_UNIT) */
    struct shape_view view;
    struct nash_rng rng;
    struct hex_set stones[3]; /* of the root */
    enum hex_color to_move;
    bool won_at_once;                /* a move of the root joins the edges */
    bool lost;                       /* the opponent's edges are connected at the root */
    struct connections *connections; /* NULL: not used */
    struct hex_set carrier;          /* of the root, if it is decided by a virtual connection */
    enum hex_color connected;        /* its side; HEX_EMPTY: none */
    bool has_must_play;
    struct hex_set must_play; /* of the root */
    struct nash_run *run;
};

/* Returns the color of a cell for patterns: outside of the board it is that of the edge, a corner counts for Black. */
static enum hex_color color_at(const struct search *s, const struct hex_set stones[3], int row, int col)
{
    if (row < 0 || row >= (int)s->u.cells.rows)
        return HEX_BLACK;
    if (col < 0 || col >= (int)s->u.cells.cols)
        return HEX_WHITE;
    unsigned cell = (unsigned)row * s->u.cells.cols + (unsigned)col;
    return hex_set_has(&stones[HEX_BLACK], cell)   ? HEX_BLACK
           : hex_set_has(&stones[HEX_WHITE], cell) ? HEX_WHITE
                                                   : HEX_EMPTY;
}

static void prior_add(struct node *node, unsigned cell, unsigned count, unsigned wins)
{
    node->rave_count[cell] = (uint16_t)(node->rave_count[cell] + count);
    node->rave_wins[cell] = (uint16_t)(node->rave_wins[cell] + wins);
}

/* Gives the moves around the last one a better start; most of all the other half of a bridge that it entered. */
static void node_priors(const struct search *s, struct node *node, const struct hex_set stones[3], enum hex_color side,
                        unsigned last)
{
    static const int around[6][2] = {{-1, 0}, {-1, 1}, {0, 1}, {1, 0}, {1, -1}, {0, -1}};
    int cols = (int)s->u.cells.cols, row = (int)last / cols, col = (int)last % cols;
    enum hex_color color[6];
    for (unsigned i = 0; i < 6; i++)
        color[i] = color_at(s, stones, row + around[i][0], col + around[i][1]);
    for (unsigned i = 0; i < 6; i++) {
        unsigned cell = (unsigned)((row + around[i][0]) * cols + col + around[i][1]);
        if (color[i] != HEX_EMPTY)
            continue;
        if (color[(i + 1) % 6] == side && color[(i + 5) % 6] == side)
            prior_add(node, cell, 100, 100);
        else
            prior_add(node, cell, 4, 3);
    }
}

/* Gives each empty cell its probability by shapes, and virtual playouts of RAVE that reflect it. */
static void node_shapes(struct search *s, struct node *node, const struct hex_set stones[3], struct hex_set empty,
                        enum hex_color side)
{
    const struct uct *u = &s->u;
    int score[LANES], most = INT32_MIN, last = u->depth ? (int)u->path[u->depth - 1].move : -1;
    int before = u->depth > 1 ? (int)u->path[u->depth - 2].move : -1;
    float all = 0;
    shape_view_init(&s->view, &u->cells, stones, side);
    for (unsigned i = hex_set_next(&empty, 0); i < LANES; i = hex_set_next(&empty, i + 1)) {
        unsigned feature[SHAPE_FEATURES];
        shape_features(&s->view, &u->cells, side, i, last, before, feature);
        score[i] = 0;
        for (unsigned k = 0; k < SHAPE_FEATURES; k++)
            score[i] += hex_shape_weight[feature[k]];
        most = score[i] > most ? score[i] : most;
    }
    for (unsigned i = hex_set_next(&empty, 0); i < LANES; i = hex_set_next(&empty, i + 1)) {
        node->prior[i] = most - score[i] < SHAPE_FALL_MAX ? s->shape_fall[most - score[i]] : 0;
        all += node->prior[i];
    }
    for (unsigned i = hex_set_next(&empty, 0); i < LANES; i = hex_set_next(&empty, i + 1)) {
        node->prior[i] /= all;
        float rate = 0.35f + 0.5f * __builtin_sqrtf(__builtin_sqrtf(node->prior[i]));
        if (u->options.rave)
            prior_add(node, i, u->options.prior_count, (unsigned)(rate * (float)u->options.prior_count));
    }
}

/* Returns the moves of a new node. *proof says whether they win, or the position is lost. */
static struct hex_set position_moves(const struct search *s, const struct hex_set stones[3], enum hex_color side,
                                     struct hex_set empty, enum hex_proof *proof)
{
    const struct cells *c = &s->u.cells;
    *proof = HEX_UNKNOWN;
    if (!s->u.options.proofs)
        return empty;
    struct hex_set own = cells_winning(c, stones[side], empty, side);
    struct hex_set threats = cells_winning(c, stones[hex_other(side)], empty, hex_other(side));
    unsigned count = hex_set_count(&threats);
    *proof = !hex_set_is_empty(&own) ? HEX_WINS : count > 1 ? HEX_LOSES : HEX_UNKNOWN;
    return *proof == HEX_WINS ? own : count ? threats : empty;
}

/* Adds the node of a position; *proof says if it is decided at once. Returns its id, NO_NODE if there is no memory or
 * no need. */
static uint32_t position_add(struct search *s, const struct hex_set stones[3], enum hex_color side, int last,
                             enum hex_proof *proof)
{
    const struct cells *c = &s->u.cells;
    struct hex_set empty = set_minus(c->all, set_or(stones[HEX_BLACK], stones[HEX_WHITE]));
    struct hex_set open = position_moves(s, stones, side, empty, proof);
    if (last >= 0 &&
        (*proof != HEX_UNKNOWN || (!s->u.options.proofs && cells_joined(c, stones[hex_other(side)], hex_other(side)))))
        return NO_NODE;
    uint32_t id = tree_add(&s->u);
    if (s->u.full)
        return NO_NODE;
    struct node *node = tree_node(&s->u, id);
    memset(node, 0, sizeof *node);
    node->open = open;
    for (unsigned i = 0; i < LANES; i++) {
        node->wins[i] = hex_set_has(&node->open, i) ? 0 : WINS_CLOSED;
        node->rave_count[i] = PRIOR_COUNT;
        node->rave_wins[i] = PRIOR_EVEN;
    }
    if (s->u.options.priors && last >= 0)
        node_priors(s, node, stones, side, (unsigned)last);
    if (s->u.options.prior_weight > 0 || s->u.options.prior_count)
        node_shapes(s, node, stones, empty, side);
    return id;
}

/* Looks for virtual connections of both sides at a node, and closes moves outside of the must-play set. *key is the
 * winning move. */
static enum hex_proof node_connect(struct search *s, struct node *node, const struct hex_set stones[3],
                                   enum hex_color side, unsigned *key, struct hex_set *carrier)
{
    struct connections_decision d;
    struct hex_board board;
    hex_board_init(&board, s->u.cells.rows, s->u.cells.cols);
    for (unsigned i = 0; i < s->u.cells.count; i++)
        if (hex_set_has(&stones[HEX_BLACK], i) || hex_set_has(&stones[HEX_WHITE], i))
            hex_board_set(&board, i, hex_set_has(&stones[HEX_BLACK], i) ? HEX_BLACK : HEX_WHITE);
    node->connected = true;
    connections_decide(s->connections, &board, side, &d);
    *key = d.key;
    *carrier = d.carrier;
    if (d.proof != HEX_UNKNOWN)
        return d.proof;
    struct hex_set lost = set_minus(node->open, d.must);
    for (unsigned i = hex_set_next(&lost, 0); i < LANES; i = hex_set_next(&lost, i + 1))
        node_close(node, i);
    return hex_set_is_empty(&node->open) ? HEX_LOSES : HEX_UNKNOWN;
}

/* Walks down the tree. Leaves the position in stones[], and returns the side to move there; HEX_EMPTY if a new node
 * was decided at once, which is backed up. */
static enum hex_color search_descend(struct search *s, struct hex_set stones[3])
{
    struct uct *u = &s->u;
    struct node *node = tree_node(u, 0);
    enum hex_color side = s->to_move;
    u->depth = 0;
    for (;;) {
        unsigned move = node_select(node, &u->options, u->cells.count);
        u->path[u->depth++] = (struct step){node, move};
        hex_set_add(&stones[side], move);
        side = hex_other(side);
        uint32_t child = node->child[move];
        if (child == NO_NODE) {
            if (u->full || node->count[move] + 1 < (int32_t)u->options.expand)
                return side;
            enum hex_proof proof;
            node->child[move] = position_add(s, stones, side, (int)move, &proof);
            if (proof == HEX_UNKNOWN)
                return side;
            tree_prove(u, u->depth, proof);
            return HEX_EMPTY;
        }
        node = tree_node(u, child);
        if (s->connections && !node->connected && node->visits >= u->options.connect) {
            unsigned key;
            struct hex_set carrier;
            enum hex_proof proof = node_connect(s, node, stones, side, &key, &carrier);
            if (proof == HEX_UNKNOWN)
                continue;
            tree_prove(u, u->depth, proof);
            return HEX_EMPTY;
        }
    }
}

static void search_iterate(struct search *s)
{
    struct uct *u = &s->u;
    struct hex_set stones[3] = {s->stones[0], s->stones[1], s->stones[2]}, final[3];
    enum hex_color side = search_descend(s, stones);
    if (side == HEX_EMPTY)
        return;
    final[HEX_BLACK] = playout_fill(&u->cells, stones[HEX_BLACK], stones[HEX_WHITE], side, u->options.pairs, &s->rng);
    final[HEX_WHITE] = set_minus(u->cells.all, final[HEX_BLACK]);
    enum hex_color winner = black_wins(&u->cells, &s->triangle, &final[HEX_BLACK]) ? HEX_BLACK : HEX_WHITE;
    side = s->to_move;
    for (unsigned i = 0; i < u->depth; i++, side = hex_other(side)) {
        struct node *node = u->path[i].node;
        node->visits++;
        node->count[u->path[i].move]++;
        node->wins[u->path[i].move] += winner == side;
        if (u->options.rave)
            node_count_rave(node, &final[side], winner == side, u->cells.count);
    }
}

/* Returns the open move with the most visits; of equals, the one that node_select() prefers. */
static unsigned node_best(const struct uct *u, const struct node *node)
{
    unsigned best = node_select(node, &u->options, u->cells.count);
    for (unsigned i = 0; i < u->cells.count; i++)
        if (hex_set_has(&node->open, i) && node->count[i] > node->count[best])
            best = i;
    return best;
}

static float move_rate(const struct node *node, unsigned move)
{
    return (float)node->wins[move] / (float)node->count[move];
}

/* Returns the proof of a move of the root. If a move wins at once, only such moves are open, and nothing is known of
 * the others. */
static enum hex_proof move_proof(const struct search *s, const struct node *root, unsigned move)
{
    bool open = hex_set_has(&root->open, move);
    if (s->won_at_once)
        return open ? HEX_WINS : HEX_UNKNOWN;
    if (s->u.proof == HEX_WINS && s->u.winning_move == (int)move)
        return HEX_WINS;
    return open && s->u.proof != HEX_LOSES ? HEX_UNKNOWN : HEX_LOSES;
}

static void search_opinion(const struct search *s, uint64_t iterations, struct hex_opinion *opinion)
{
    const struct uct *u = &s->u;
    const struct node *root = tree_node(u, 0), *node = root;
    opinion->measure = HEX_MEASURE_WIN_RATE;
    opinion->nodes = iterations;
    opinion->has_must_play = s->has_must_play;
    opinion->connected = s->connected;
    int32_t most = -1;
    for (unsigned i = 0; i < u->cells.count; i++) {
        if (hex_set_has(&s->stones[HEX_BLACK], i) || hex_set_has(&s->stones[HEX_WHITE], i))
            continue;
        opinion->must_play[i] = hex_set_has(&s->must_play, i);
        opinion->connection[i] = hex_set_has(&s->carrier, i);
        opinion->visits[i] = (uint32_t)root->count[i];
        opinion->proof[i] = (uint8_t)move_proof(s, root, i);
        if (opinion->proof[i] != HEX_UNKNOWN)
            opinion->value[i] = opinion->proof[i] == HEX_WINS ? 1 : 0;
        else if (root->count[i] > 0)
            opinion->value[i] = move_rate(root, i);
        if (root->count[i] > most) {
            most = root->count[i];
            opinion->move = (int)i;
        }
    }
    if (!hex_set_is_empty(&root->open))
        opinion->move = (int)node_best(u, root);
    if (u->proof == HEX_WINS)
        opinion->move = u->winning_move;
    if (u->proof != HEX_UNKNOWN)
        opinion->winner = u->proof == HEX_WINS ? s->to_move : hex_other(s->to_move);
    opinion->win_rate = opinion->value[opinion->move];
    for (unsigned move = (unsigned)opinion->move;; move = node_best(u, node)) {
        opinion->line[opinion->line_count++] = (uint16_t)move;
        if (node->child[move] == NO_NODE)
            break;
        node = tree_node(u, node->child[move]);
        if (hex_set_is_empty(&node->open))
            break;
    }
}

static void search_report(const struct search *s, uint64_t iterations)
{
    const struct node *root = tree_node(&s->u, 0);
    if (!nash_progress_due(s->run) || hex_set_is_empty(&root->open))
        return;
    unsigned move = node_best(&s->u, root);
    if (root->count[move] > 0)
        hex_uct_report(s->run, s->u.cells.rows, s->u.cells.cols, iterations, move, move_rate(root, move));
}

/* Sets up the board; the tree is empty. */
static void search_init(struct search *s, const struct hex_position *position, uint64_t seed)
{
    memset(s, 0, sizeof *s);
    cells_init(&s->u.cells, position->board.rows, position->board.cols);
    triangle_init(&s->triangle, position->board.rows, position->board.cols);
    s->to_move = position->to_move;
    for (unsigned i = 0; i < s->u.cells.count; i++)
        hex_set_add(&s->stones[position->board.cell[i]], i);
    s->shape_fall[0] = 1;
    for (unsigned i = 1; i < SHAPE_FALL_MAX; i++)
        s->shape_fall[i] = s->shape_fall[i - 1] * 0.93941306f; /* exp(-1 / SHAPE_UNIT) */
    nash_rng_seed(&s->rng, seed);
}

/* Decides the root by virtual connections where they suffice. A lost root is searched all the same, without them, for
 * the move that is hardest to refute. */
static void search_connect_root(struct search *s)
{
    struct node *root = tree_node(&s->u, 0), before = *root;
    unsigned key = 0;
    s->connections = connections_new(s->u.arena, s->u.cells.rows, s->u.cells.cols);
    if (!s->connections)
        return;
    struct hex_set carrier = {0};
    enum hex_proof proof = node_connect(s, root, s->stones, s->to_move, &key, &carrier);
    if (proof != HEX_UNKNOWN && !hex_set_is_empty(&carrier)) {
        s->carrier = carrier;
        s->connected = proof == HEX_WINS ? s->to_move : hex_other(s->to_move);
    }
    if (proof == HEX_WINS) {
        s->u.proof = HEX_WINS;
        s->u.winning_move = (int)key;
    } else if (proof == HEX_LOSES) {
        *root = before;
        s->connections = NULL;
        s->lost = true;
    } else {
        s->has_must_play = !hex_set_equal(&root->open, &before.open);
        s->must_play = root->open;
    }
}

static uint32_t chunks_max(const struct hex_uct_options *options)
{
    return (uint32_t)(((uint64_t)options->pool_mib_max << 20) / (CHUNK_NODES * sizeof(struct node)) + 1);
}

/* A node needs `expand` iterations that end at its move; the root needs none. */
static size_t memory(unsigned rows, unsigned cols, const struct hex_uct_options *options)
{
    uint64_t nodes = options->iterations / (options->expand ? options->expand : 1) + 1;
    uint64_t chunks = (nodes + CHUNK_NODES - 1) / CHUNK_NODES, most = chunks_max(options);
    return sizeof(struct search) + most * sizeof(struct node *) +
           (size_t)(chunks < most ? chunks : most) * CHUNK_NODES * sizeof(struct node) +
           (options->connect ? connections_bytes(rows, cols) : 0) + HEX_ARENA_SPARE;
}

static enum nash_status think(const struct hex_position *position, const struct hex_uct_options *options,
                              struct nash_run *run, struct hex_opinion *opinion, struct nash_error *error)
{
    struct nash_arena_mark mark = nash_arena_mark(run->arena);
    struct search *s = nash_arena_alloc_raw(run->arena, sizeof *s, 64);
    if (!s)
        return nash_fail(error, NASH_NOMEM, "", "no memory for the search tree");
    search_init(s, position, run->seed);
    struct uct *u = &s->u;
    u->options = *options;
    u->arena = run->arena;
    s->run = run;
    u->chunk_limit = chunks_max(options);
    u->chunk = NASH_NEW(run->arena, struct node *, u->chunk_limit);
    enum hex_proof proof = HEX_UNKNOWN;
    if (u->chunk)
        position_add(s, s->stones, s->to_move, -1, &proof);
    if (!u->chunk || u->full) {
        nash_arena_release(run->arena, mark);
        return nash_fail(error, NASH_NOMEM, "", "no memory for the search tree");
    }
    u->proof = proof;
    s->won_at_once = proof == HEX_WINS;
    if (s->won_at_once)
        u->winning_move = (int)hex_set_next(&tree_node(u, 0)->open, 0);
    if (proof == HEX_UNKNOWN && options->connect)
        search_connect_root(s);
    uint64_t n = 0;
    while (n < options->iterations && u->proof == HEX_UNKNOWN && !nash_stop(run, CHECK_ITERATION)) {
        search_iterate(s);
        n++;
        run->nodes++;
        if (n % REPORT_EVERY == 0)
            search_report(s, n);
    }
    if (s->lost)
        u->proof = HEX_LOSES;
    search_opinion(s, n, opinion);
    nash_arena_release(run->arena, mark);
    return NASH_OK;
}

static uint64_t playouts(const struct hex_position *position, bool pairs, uint64_t seed, uint64_t count,
                         struct hex_board *last)
{
    struct search s;
    struct hex_set black = {0};
    search_init(&s, position, seed);
    uint64_t wins = 0;
    for (uint64_t i = 0; i < count; i++) {
        black = playout_fill(&s.u.cells, s.stones[HEX_BLACK], s.stones[HEX_WHITE], s.to_move, pairs, &s.rng);
        wins += black_wins(&s.u.cells, &s.triangle, &black);
    }
    if (last) {
        *last = position->board;
        for (unsigned i = 0; i < s.u.cells.count; i++)
            hex_board_set(last, i, hex_set_has(&black, i) ? HEX_BLACK : HEX_WHITE);
    }
    return wins;
}

const struct hex_uct_variant UCT_VARIANT = {UCT_FAST ? "fast" : "plain", HEX_WORDS, UCT_FAST, think, playouts, memory};
