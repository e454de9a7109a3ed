/* The commands that analyse the position without a search: inferior cells, distances and resistances. */
#include <math.h>
#include <string.h>

#include <solvers/hex/engines/network.h>
#include <solvers/hex/inferior/inferior.h>

#include "htp.h"

/* Fails if the game is over: then there is nothing to analyse. */
static bool analysis_begin(struct htp *htp, enum hex_color *color)
{
    if (!htp_color(htp, 1, color))
        return false;
    if (htp->play.over)
        htp_fail(htp, "the game is over");
    return !htp->play.over;
}

/* Why a move is inferior. */
struct inferior {
    struct hex_rings rings;
    struct hex_filled filled;
    struct hex_set vulnerable, worse;
    uint16_t killer[HEX_CELLS_MAX];
};

static void inferior_find(const struct hex_board *board, enum hex_color color, struct inferior *inferior)
{
    hex_rings_init(&inferior->rings, board->rows, board->cols);
    hex_filled_init(&inferior->rings, board, &inferior->filled);
    inferior->vulnerable = hex_vulnerable(&inferior->rings, &inferior->filled, color, inferior->killer);
    inferior->worse = hex_inferior_moves(&inferior->rings, &inferior->filled, color);
}

static bool inferior_has(const struct inferior *inferior, unsigned cell)
{
    return inferior->filled.cell[cell] != HEX_EMPTY || hex_set_has(&inferior->vulnerable, cell) ||
           hex_set_has(&inferior->worse, cell);
}

void htp_inferior(const struct htp *htp, enum hex_color color, bool out[HEX_CELLS_MAX])
{
    static struct inferior inferior;
    const struct hex_board *board = &htp->play.position.board;
    inferior_find(board, color, &inferior);
    for (unsigned i = 0; i < hex_cells(board); i++)
        out[i] = board->cell[i] == HEX_EMPTY && inferior_has(&inferior, i);
}

/* Appends the inferior cells in the words that HexGui reads: "a1 fcb": filled for Black; "b2 fcw": for White;
 * "c3 iv[d4]": the reply in d4 makes c3 dead; "e5 id[]": another move is as good. */
static void add_inferior(struct htp *htp, const struct inferior *inferior)
{
    const struct hex_board *board = &htp->play.position.board;
    char name[HEX_NAME_MAX];
    for (unsigned i = 0; i < hex_cells(board); i++) {
        if (board->cell[i] != HEX_EMPTY || !inferior_has(inferior, i))
            continue;
        htp_add_cell(htp, i);
        if (inferior->filled.cell[i] != HEX_EMPTY)
            nash_buf_puts(&htp->reply, inferior->filled.cell[i] == HEX_BLACK ? " fcb" : " fcw");
        else if (hex_set_has(&inferior->vulnerable, i))
            nash_buf_printf(&htp->reply, " iv[%s]", hex_cell_name(board, inferior->killer[i], name));
        else
            nash_buf_puts(&htp->reply, " id[]");
    }
}

/* compute-inferior COLOR */
static void run_inferior(struct htp *htp)
{
    static struct inferior inferior;
    enum hex_color color;
    if (!analysis_begin(htp, &color))
        return;
    inferior_find(&htp->play.position.board, color, &inferior);
    add_inferior(htp, &inferior);
}

/* vc-build COLOR: the inferior cells, and "a1 x" for other cells outside the must-play region of virtual connections.
 */
static void run_consider(struct htp *htp)
{
    static struct inferior inferior;
    static struct hex_opinion opinion;
    const struct hex_board *board = &htp->play.position.board;
    struct hex_settings settings = {.nodes = 1}; /* the connections of this position, and no search */
    enum hex_color color;
    if (!analysis_begin(htp, &color) || !htp_think(htp, &hex_engine_exact, &settings, color, &opinion))
        return;
    inferior_find(board, color, &inferior);
    add_inferior(htp, &inferior);
    for (unsigned i = 0; i < hex_cells(board) && opinion.has_must_play; i++) {
        if (board->cell[i] != HEX_EMPTY || inferior_has(&inferior, i) || opinion.must_play[i])
            continue;
        htp_add_cell(htp, i);
        nash_buf_puts(&htp->reply, " x");
    }
}

/* eval-twod COLOR: the sum of each empty cell's two-distances to both edges of the side; -1: out of reach. */
static void run_two_distance(struct htp *htp)
{
    static struct hex_network network;
    uint16_t sum[HEX_CELLS_MAX];
    enum hex_color color;
    if (!analysis_begin(htp, &color))
        return;
    hex_network_of(&htp->play.position.board, color, &network);
    hex_two_distances(&network, sum);
    for (unsigned i = 0; i < network.cells; i++) {
        if (!hex_set_has(&network.empty, i))
            continue;
        htp_add_cell(htp, i);
        nash_buf_printf(&htp->reply, " %d", sum[i] >= HEX_FAR ? -1 : sum[i]);
    }
}

/* eval-resist COLOR: the resistances between the edges of White and of Black, and log(White's / Black's). */
static void run_resistance(struct htp *htp)
{
    static struct hex_network network;
    double share[HEX_CELLS_MAX], resistance[3];
    enum hex_color color;
    if (!analysis_begin(htp, &color))
        return;
    for (enum hex_color side = HEX_BLACK; side <= HEX_WHITE; side++) {
        hex_network_of(&htp->play.position.board, side, &network);
        resistance[side] = 1 / hex_currents(&network, share);
    }
    double better = log(resistance[HEX_WHITE] / resistance[HEX_BLACK]);
    nash_buf_printf(&htp->reply, "res %.3f rew %.3f reb %.3f", fabs(better) < 5e-4 ? 0 : better, resistance[HEX_WHITE],
                    resistance[HEX_BLACK]);
}

/* eval-resist-cells COLOR: the share of the side's current through each empty cell. */
static void run_currents(struct htp *htp)
{
    static struct hex_network network;
    double share[HEX_CELLS_MAX];
    enum hex_color color;
    if (!analysis_begin(htp, &color))
        return;
    hex_network_of(&htp->play.position.board, color, &network);
    hex_currents(&network, share);
    for (unsigned i = 0; i < network.cells; i++) {
        if (!hex_set_has(&network.empty, i))
            continue;
        htp_add_cell(htp, i);
        nash_buf_printf(&htp->reply, " %.3f", share[i]);
    }
}

const struct htp_command htp_analysis_commands[] = {
    {"compute-inferior", 1, 1, run_inferior, "inferior/Inferior Cells/compute-inferior %m"},
    {"vc-build", 1, 1, run_consider, "inferior/Moves to Consider/vc-build %m"},
    {"eval-twod", 1, 1, run_two_distance, "pspairs/Two-Distances/eval-twod %c"},
    {"eval-resist", 1, 1, run_resistance, "string/Resistances/eval-resist %m"},
    {"eval-resist-cells", 1, 1, run_currents, "pspairs/Currents/eval-resist-cells %c"},
    {0},
};
