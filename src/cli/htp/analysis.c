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

/* compute-inferior COLOR: "a1 fb": filled for Black; "b2 fw": for White; "c3 iv[d4]": its reply in d4 makes c3 dead;
 * "e5 ii": another move is as good. */
static void run_inferior(struct htp *htp)
{
    static struct hex_rings rings;
    static struct hex_filled filled;
    uint16_t killer[HEX_CELLS_MAX];
    char name[HEX_NAME_MAX];
    enum hex_color color;
    if (!analysis_begin(htp, &color))
        return;
    const struct hex_board *board = &htp->play.position.board;
    hex_rings_init(&rings, board->rows, board->cols);
    hex_filled_init(&rings, board, &filled);
    const struct hex_set vulnerable = hex_vulnerable(&rings, &filled, color, killer),
                         inferior = hex_inferior_moves(&rings, &filled, color);
    for (unsigned i = 0; i < hex_cells(board); i++) {
        if (board->cell[i] != HEX_EMPTY)
            continue;
        bool full = filled.cell[i] != HEX_EMPTY;
        if (!full && !hex_set_has(&vulnerable, i) && !hex_set_has(&inferior, i))
            continue;
        htp_add_cell(htp, i);
        if (full)
            nash_buf_puts(&htp->reply, filled.cell[i] == HEX_BLACK ? " fb" : " fw");
        else if (hex_set_has(&vulnerable, i))
            nash_buf_printf(&htp->reply, " iv[%s]", hex_cell_name(board, killer[i], name));
        else
            nash_buf_puts(&htp->reply, " ii");
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
    {"eval-twod", 1, 1, run_two_distance, "pspairs/Two-Distances/eval-twod %c"},
    {"eval-resist", 1, 1, run_resistance, "string/Resistances/eval-resist %m"},
    {"eval-resist-cells", 1, 1, run_currents, "pspairs/Currents/eval-resist-cells %c"},
    {0},
};
