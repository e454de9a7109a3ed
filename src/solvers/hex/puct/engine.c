/* The engines "dqn", a play net alone, and "dqn+search", PUCT with a play net. Freestanding. */
#include <solvers/hex/engines/player.h>
#include <solvers/hex/net/math.h>
#include <solvers/hex/net/play_net.h>

#include "internal.h"

enum { CHECK_SEARCH = 46, CHECK_NET = 47 };

/* Reads the net of the settings. Returns NULL with *status and *error. */
static const struct hex_play_net *net_read(const struct hex_settings *settings, const struct hex_board *board,
                                           struct nash_arena *arena, enum nash_status *status, struct nash_error *error)
{
    const uint8_t *bytes;
    size_t len;
    struct hex_net_shape shape;
    const char *wrong = hex_player_net(settings, &bytes, &len, &shape);
    if (wrong) {
        *status = nash_fail(error, NASH_UNPROCESSABLE, "", "the net cannot be read: %s", wrong);
        return NULL;
    }
    if (!hex_net_fits(&shape, board->rows, board->cols)) {
        *status = nash_fail(error, NASH_TOO_LARGE, "", "the net is one for boards of %ux%u", shape.cols, shape.rows);
        return NULL;
    }
    struct hex_play_net *net = nash_arena_alloc_raw(arena, hex_play_net_memory(&shape), 64);
    if (!net) {
        *status = nash_fail(error, NASH_NOMEM, "", "the net does not fit into the memory of this job");
        return NULL;
    }
    wrong = hex_play_net_read(bytes, len, net);
    if (!wrong)
        return net;
    *status = nash_fail(error, NASH_UNPROCESSABLE, "", "the net cannot be read: %s", wrong);
    return NULL;
}

/* ---- dqn ---- */

/* Returns the first empty cell where the side to move joins its edges, or -1. A stone that does so is joined to both
 * edges by the planes of its neighbours. */
static int winning_cell(const struct hex_position *position, const struct hex_input *input)
{
    const struct hex_board *board = &position->board;
    for (unsigned cell = 0; cell < hex_cells(board); cell++) {
        uint16_t next[HEX_NEIGHBOURS];
        unsigned count = board->cell[cell] == HEX_EMPTY ? hex_neighbours(board, cell, next) : 0;
        unsigned row = hex_input_cell(input, cell) / input->cols;
        unsigned planes =
            (row == 0 ? 1U << HEX_PLANE_OWN_TOP : 0) | (row + 1U == input->rows ? 1U << HEX_PLANE_OWN_BOTTOM : 0);
        for (unsigned i = 0; i < count; i++)
            planes |= input->cell[hex_input_cell(input, next[i])];
        if (board->cell[cell] == HEX_EMPTY && planes >> HEX_PLANE_OWN_TOP & 1 && planes >> HEX_PLANE_OWN_BOTTOM & 1)
            return (int)cell;
    }
    return -1;
}

/* Fills in the opinion from an evaluation. */
static void dqn_opinion(const struct hex_position *position, const struct hex_input *input,
                        const struct hex_net_output *out, bool full, struct hex_opinion *opinion)
{
    float most = 0;
    opinion->measure = HEX_MEASURE_WIN_RATE;
    opinion->nodes = 1;
    for (unsigned cell = 0; cell < hex_cells(&position->board); cell++) {
        unsigned at = hex_input_cell(input, cell);
        if (position->board.cell[cell] != HEX_EMPTY)
            continue;
        opinion->value[cell] = hex_sigmoid(out->q[at]);
        if (opinion->move < 0 || out->policy[at] > most) {
            opinion->move = (int)cell;
            most = out->policy[at];
        }
    }
    opinion->win_rate = hex_sigmoid(full ? out->value : 2 * out->value);
    int win = winning_cell(position, input);
    if (win >= 0) {
        opinion->move = win;
        opinion->proof[win] = HEX_WINS;
        opinion->value[win] = opinion->win_rate = 1;
        opinion->winner = position->to_move;
    }
    opinion->line[opinion->line_count++] = (uint16_t)opinion->move;
}

static enum nash_status dqn_think(const struct hex_position *position, const struct hex_settings *settings,
                                  struct nash_run *run, struct hex_opinion *opinion, struct nash_error *error)
{
    struct nash_arena_mark mark = nash_arena_mark(run->arena);
    enum nash_status status = NASH_OK;
    struct hex_input input;
    if (nash_stop(run, CHECK_NET))
        return NASH_OK;
    const struct hex_play_net *net = net_read(settings, &position->board, run->arena, &status, error);
    if (!net)
        return status;
    hex_input_of(position, &input);
    struct hex_net_output *out = NASH_NEW(run->arena, struct hex_net_output, 1);
    void *workspace =
        nash_arena_alloc_raw(run->arena, hex_play_net_workspace(hex_play_net_shape(net), input.rows, input.cols), 64);
    if (!out || !workspace) {
        nash_arena_release(run->arena, mark);
        return nash_fail(error, NASH_NOMEM, "", "the net does not fit into the memory of this job");
    }
    hex_play_net_evaluate(net, &input, workspace, out);
    run->nodes++;
    dqn_opinion(position, &input, out, hex_play_net_shape(net)->head == HEX_HEAD_FULL, opinion);
    nash_arena_release(run->arena, mark);
    return NASH_OK;
}

/* ---- dqn+search ---- */

struct hex_puct_options hex_puct_options_of(const struct hex_settings *settings)
{
    struct hex_puct_options options = hex_puct_defaults();
    options.settle = true;
    if (settings->simulations)
        options.simulations = settings->simulations;
    return options;
}

enum nash_status hex_puct_think(const struct hex_position *position, const struct hex_settings *settings,
                                const struct hex_puct_options *options, struct nash_run *run,
                                struct hex_opinion *opinion, struct nash_error *error)
{
    const struct hex_board *board = &position->board;
    struct nash_arena_mark mark = nash_arena_mark(run->arena);
    enum nash_status status = NASH_OK;
    if (nash_stop(run, CHECK_NET))
        return NASH_OK;
    const struct hex_play_net *net = net_read(settings, board, run->arena, &status, error);
    if (!net)
        return status;
    struct hex_puct *puct = hex_puct_new(run->arena, net, board->rows, board->cols, options->simulations);
    if (puct)
        hex_puct_search(puct, position, options, NULL, run, CHECK_SEARCH, opinion);
    nash_arena_release(run->arena, mark);
    return puct ? NASH_OK : nash_fail(error, NASH_NOMEM, "", "no memory for the search tree");
}

static enum nash_status search_think(const struct hex_position *position, const struct hex_settings *settings,
                                     struct nash_run *run, struct hex_opinion *opinion, struct nash_error *error)
{
    struct hex_puct_options options = hex_puct_options_of(settings);
    return hex_puct_think(position, settings, &options, run, opinion, error);
}

/* ---- memory ---- */

/* A net that cannot be read takes nothing. */
static size_t dqn_memory(unsigned rows, unsigned cols, const struct hex_settings *settings)
{
    const uint8_t *bytes;
    size_t len;
    struct hex_net_shape shape;
    if (hex_player_net(settings, &bytes, &len, &shape))
        return HEX_ARENA_SPARE;
    return hex_play_net_memory(&shape) + hex_player_workspace(&shape, rows, cols) + sizeof(struct hex_net_output) +
           HEX_ARENA_SPARE;
}

static size_t search_memory(unsigned rows, unsigned cols, const struct hex_settings *settings)
{
    const uint8_t *bytes;
    size_t len;
    struct hex_net_shape shape;
    uint32_t simulations = hex_puct_options_of(settings).simulations;
    if (hex_player_net(settings, &bytes, &len, &shape))
        return HEX_ARENA_SPARE;
    return hex_play_net_memory(&shape) + hex_puct_memory(&shape, rows, cols, simulations);
}

const struct hex_engine hex_engine_dqn = {.name = "dqn", .plays_net = true, .think = dqn_think, .memory = dqn_memory};
const struct hex_engine hex_engine_dqn_search = {
    .name = "dqn+search", .plays_net = true, .think = search_think, .memory = search_memory};
