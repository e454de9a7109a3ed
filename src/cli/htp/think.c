/* The commands that run an engine: moves, values, and proofs by the engine "exact". */
#include <cli/net_file.h>
#include <string.h>

#include <base/clock.h>
#include <nash/json.h>
#include <solvers/hex/engines/player.h>

#include "htp.h"
#include "input.h"

enum { ITERATIONS_MAX = 100000000, TIMEOUT_MAX_MS = 1000000000 };

const struct hex_engine *htp_engine(const char *name)
{
    for (size_t i = 0; hex_engines[i] != NULL; i++)
        if (strcmp(hex_engines[i]->name, name) == 0)
            return hex_engines[i];
    return NULL;
}

bool htp_think(struct htp *htp, const struct hex_engine *engine, const struct hex_settings *settings,
               enum hex_color color, struct hex_opinion *opinion)
{
    struct nash_error error = {0};
    struct hex_position position = {.board = htp->play.position.board, .to_move = color};
    struct nash_run run = {.arena = htp->arena, .seed = htp->seed, .cancel = &htp_interrupted};
    if (htp->timeout_ms != 0)
        run.deadline_ns = clock_mono_ns() + (int64_t)htp->timeout_ms * 1000000;
    nash_arena_reset(htp->arena, HTP_ARENA_BYTES);
    hex_opinion_clear(opinion);
    if (engine->think(&position, settings, &run, opinion, &error) == NASH_OK)
        return true;
    htp_fail(htp, "%s: %s", engine->name, error.detail);
    return false;
}

/* Runs the engine "exact". */
static bool think_exactly(struct htp *htp, enum hex_color color, bool all_moves, struct hex_opinion *opinion)
{
    const struct hex_engine *engine = htp_engine("exact");
    struct hex_settings settings = htp->settings;
    settings.win_lines = settings.win_essential = all_moves;
    if (engine == NULL)
        htp_fail(htp, "there is no engine \"exact\"");
    return engine != NULL && htp_think(htp, engine, &settings, color, opinion);
}

/* Returns whether the side is better off with the other color, as the engine sees it. */
static bool wants_swap(const struct htp *htp, enum hex_color color, const struct hex_opinion *opinion)
{
    return htp->allow_swap && hex_play_can_swap(&htp->play, color) && htp->record.rows == htp->record.cols &&
           (opinion->winner == hex_other(color) ||
            (opinion->winner == HEX_EMPTY && opinion->win_rate >= 0 && opinion->win_rate < 0.5F));
}

/* Chooses a move of the engine. Returns false after a failure. */
static bool choose_move(struct htp *htp, enum hex_color color, struct hex_move *move)
{
    static struct hex_opinion opinion;
    *move = (struct hex_move){.action = HEX_RESIGN, .color = (uint8_t)color};
    if (htp->play.over)
        return true;
    if (!htp_think(htp, htp->engine, &htp->settings, color, &opinion))
        return false;
    if (wants_swap(htp, color, &opinion)) {
        move->action = HEX_SWAP_PIECES;
        return true;
    }
    /* exact has no move where all lose, and no engine has one if its budget ended too early. */
    struct hex_position position = {.board = htp->play.position.board, .to_move = color};
    if (opinion.move < 0)
        hex_opinion_play_anyway(&opinion, &position, &htp->settings, htp->arena);
    if (opinion.move < 0) {
        htp_fail(htp, "out of memory");
        return false;
    }
    move->action = HEX_PLACE;
    move->cell = (uint16_t)opinion.move;
    return true;
}

static void genmove(struct htp *htp, bool makes_it)
{
    enum hex_color color;
    struct hex_move move;
    char name[HEX_MOVE_NAME_MAX];
    if (!htp_color(htp, 1, &color) || !choose_move(htp, color, &move))
        return;
    if (!makes_it || htp->play.over || htp_play(htp, move))
        nash_buf_puts(&htp->reply, hex_move_name(&htp->play.position.board, move, name));
}

static void run_genmove(struct htp *htp)
{
    genmove(htp, true);
}

static void run_reg_genmove(struct htp *htp)
{
    genmove(htp, false);
}

/* Every search begins with an empty table, so there is nothing to clear. */
static void run_clear_table(struct htp *htp)
{
    (void)htp;
}

/* dfpn-solve-state [COLOR]: the winner if this side moves. */
static void run_solve(struct htp *htp)
{
    static struct hex_opinion opinion;
    enum hex_color color = htp->play.position.to_move, winner = htp->play.winner;
    if (htp->words > 1 && !htp_color(htp, 1, &color))
        return;
    if (!htp->play.over) {
        if (!think_exactly(htp, color, false, &opinion))
            return;
        winner = opinion.winner;
    }
    nash_buf_puts(&htp->reply, winner == HEX_BLACK ? "black" : winner == HEX_WHITE ? "white" : "unknown");
}

/* Appends the winning moves among the cells that are not skipped. Returns how many are not proved. */
static unsigned add_winning(struct htp *htp, const struct hex_opinion *opinion, const bool *skipped,
                            enum hex_color color)
{
    const struct hex_board *board = &htp->play.position.board;
    unsigned unknown = 0;
    for (unsigned i = 0; i < hex_cells(board); i++) {
        if (board->cell[i] != HEX_EMPTY || skipped[i])
            continue;
        if (opinion->proof[i] == HEX_WINS)
            htp_add_cell(htp, i);
        else
            unknown += opinion->proof[i] == HEX_UNKNOWN && opinion->winner != hex_other(color) &&
                       (!opinion->has_must_play || opinion->must_play[i]);
    }
    return unknown;
}

/* dfpn-solver-find-winning COLOR: the winning moves of this side without inferior ones, as benzene has them; all of
 * them if each is inferior or the game is over. */
static void run_find_winning(struct htp *htp)
{
    static struct hex_opinion opinion;
    const struct hex_board *board = &htp->play.position.board;
    bool skipped[HEX_CELLS_MAX] = {false}, none[HEX_CELLS_MAX] = {false};
    enum hex_color color;
    if (!htp_color(htp, 1, &color))
        return;
    if (htp->play.over) {
        hex_opinion_clear(&opinion);
        opinion.winner = htp->play.winner;
        memset(opinion.proof, opinion.winner == color ? HEX_WINS : HEX_LOSES, hex_cells(board));
    } else {
        if (!think_exactly(htp, color, true, &opinion))
            return;
        htp_inferior(htp, color, skipped);
    }
    unsigned unknown = add_winning(htp, &opinion, skipped, color);
    if (unknown == 0 && htp->reply.len == 0)
        unknown = add_winning(htp, &opinion, none, color);
    if (unknown > 0)
        htp_fail(htp, "unknown: %u moves are not proved", unknown);
}

/* nashd-values COLOR: the engine's value of each cell, or its proof. */
static void run_values(struct htp *htp)
{
    static struct hex_opinion opinion;
    enum hex_color color;
    if (!htp_color(htp, 1, &color))
        return;
    if (htp->play.over) {
        htp_fail(htp, "the game is over");
        return;
    }
    struct hex_settings settings = htp->settings;
    settings.win_lines = true;
    if (!htp_think(htp, htp->engine, &settings, color, &opinion))
        return;
    for (unsigned i = 0; i < hex_cells(&htp->play.position.board); i++) {
        if (opinion.proof[i] == HEX_UNKNOWN && opinion.value[i] < 0)
            continue;
        htp_add_cell(htp, i);
        if (opinion.proof[i] != HEX_UNKNOWN)
            nash_buf_puts(&htp->reply, opinion.proof[i] == HEX_WINS ? " win" : " loss");
        else
            nash_buf_printf(&htp->reply, " %.3f", (double)opinion.value[i]);
    }
}

/* nashd-line COLOR: the moves that the engine expects. */
static void run_line(struct htp *htp)
{
    static struct hex_opinion opinion;
    enum hex_color color;
    if (!htp_color(htp, 1, &color) || htp->play.over || !htp_think(htp, htp->engine, &htp->settings, color, &opinion))
        return;
    for (unsigned i = 0; i < opinion.line_count; i++)
        htp_add_cell(htp, opinion.line[i]);
}

static bool set_engine(struct htp *htp, const char *name)
{
    const struct hex_engine *engine = htp_engine(name);
    if (engine == NULL) {
        char known[200] = "";
        for (size_t i = 0; hex_engines[i] != NULL; i++)
            strncat(strncat(known, " ", sizeof known - strlen(known) - 1), hex_engines[i]->name,
                    sizeof known - strlen(known) - 1);
        htp_fail(htp, "unknown engine \"%.40s\"; known:%s", name, known);
        return false;
    }
    htp->engine = engine;
    return true;
}

/* Sets the play net in a file, or the default net. */
static bool set_net(struct htp *htp, const char *value)
{
    struct nash_buf net = NASH_BUF_INIT(0);
    char why[256];
    bool is_default = strcmp(value, "default") == 0;
    if (!is_default && !net_file_read(value, &net, why, sizeof why)) {
        nash_buf_free(&net);
        htp_fail(htp, "net: %s", why);
        return false;
    }
    nash_buf_free(&htp->net);
    htp->net = net;
    htp->settings.net = is_default ? NULL : (const uint8_t *)htp->net.data;
    htp->settings.net_bytes = (uint32_t)htp->net.len;
    return true;
}

bool htp_set(struct htp *htp, const char *name, const char *value)
{
    uint64_t plain = htp->settings.plain;
    uint64_t simulations = htp->settings.simulations;
    const struct {
        const char *name;
        uint64_t *place;
        uint64_t most;
    } numbers[] = {{"iterations", &htp->settings.iterations, ITERATIONS_MAX},
                   {"nodes", &htp->settings.nodes, INT64_MAX},
                   {"plain", &plain, 1},
                   {"simulations", &simulations, HEX_SIMULATIONS_MAX},
                   {"seed", &htp->seed, INT64_MAX},
                   {"timeout", &htp->timeout_ms, TIMEOUT_MAX_MS}};
    if (strcmp(name, "engine") == 0)
        return set_engine(htp, value);
    if (strcmp(name, "net") == 0)
        return set_net(htp, value);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        int64_t number;
        if (strcmp(name, numbers[i].name) != 0)
            continue;
        if (!nash_parse_int64(value, strlen(value), &number) || number < 0 || (uint64_t)number > numbers[i].most) {
            htp_fail(htp, "%s: \"%.40s\" is not a number from 0 to %llu", name, value,
                     (unsigned long long)numbers[i].most);
            return false;
        }
        *numbers[i].place = (uint64_t)number;
        htp->settings.plain = plain != 0;
        htp->settings.simulations = (uint32_t)simulations;
        return true;
    }
    htp_fail(htp,
             "unknown parameter \"%.40s\"; known: engine, iterations, nodes, plain, simulations, net, seed, timeout",
             name);
    return false;
}

/* param_nashd [NAME VALUE] */
static void run_param(struct htp *htp)
{
    if (htp->words == 2) {
        htp_fail(htp, "expected nothing, or a name and a value");
    } else if (htp->words == 3) {
        htp_set(htp, htp->word[1], htp->word[2]);
    } else {
        nash_buf_puts(&htp->reply, "\n[list");
        for (size_t i = 0; hex_engines[i] != NULL; i++)
            nash_buf_printf(&htp->reply, "/%s", hex_engines[i]->name);
        nash_buf_printf(&htp->reply,
                        "] engine %s\n[string] iterations %llu\n[string] nodes %llu\n[bool] plain %d\n"
                        "[string] simulations %u\n[string] net %s\n[string] seed %llu\n[string] timeout %llu",
                        htp->engine->name, (unsigned long long)htp->settings.iterations,
                        (unsigned long long)htp->settings.nodes, htp->settings.plain, htp->settings.simulations,
                        htp->settings.net ? "file" : "default", (unsigned long long)htp->seed,
                        (unsigned long long)htp->timeout_ms);
    }
}

const struct htp_command htp_think_commands[] = {
    {"genmove", 1, 1, run_genmove, NULL},
    {"reg_genmove", 1, 1, run_reg_genmove, "var/Move of the Engine/reg_genmove %m"},
    {"dfpn-clear-tt", 0, 0, run_clear_table, NULL},
    {"dfpn-solve-state", 0, 1, run_solve, "string/Winner/dfpn-solve-state %m"},
    {"dfpn-solver-find-winning", 1, 1, run_find_winning, "plist/Winning Moves/dfpn-solver-find-winning %m"},
    {"nashd-values", 1, 1, run_values, "pspairs/Values of the Engine/nashd-values %m"},
    {"nashd-line", 1, 1, run_line, "var/Line of the Engine/nashd-line %m"},
    {"param_nashd", 0, 2, run_param, "param/Engine and Budget/param_nashd"},
    {0},
};
