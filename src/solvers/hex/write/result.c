/* Writes the result as JSON: schema/kinds/hex.result.json. */
#include "write.h"

const char *const hex_side_names[] = {NULL, "black", "white"};

static void write_cell(struct nash_jsonw *out, const struct hex_board *board, unsigned cell)
{
    char name[HEX_NAME_MAX];
    nash_jsonw_string(out, hex_cell_name(board, cell, name));
}

/* Writes a rate with 4 digits behind the point: more are noise. */
static void write_rate(struct nash_jsonw *out, const char *key, float value)
{
    nash_jsonw_kdouble(out, key, (double)(int)((double)value * 10000 + 0.5) / 10000);
}

/* ---- the position ---- */

void hex_write_board(const struct hex_board *board, struct nash_jsonw *out)
{
    char text[HEX_CELLS_MAX + HEX_SIZE_MAX];
    size_t len = 0;
    for (unsigned cell = 0; cell < hex_cells(board); cell++) {
        if (cell && cell % board->cols == 0)
            text[len++] = '/';
        text[len++] = ".bw"[board->cell[cell]];
    }
    nash_jsonw_key(out, "board");
    nash_jsonw_string_n(out, text, len);
}

static void write_position(const struct hex_problem *p, const struct hex_answer *a, struct nash_jsonw *out)
{
    const struct hex_board *board = &p->position.board;
    enum hex_color winner = hex_answer_winner(p, a);
    nash_jsonw_kuint(out, "rows", board->rows);
    nash_jsonw_kuint(out, "cols", board->cols);
    hex_write_board(board, out);
    nash_jsonw_kuint(out, "stones", board->stones);
    nash_jsonw_kstring(out, "to_move", hex_side_names[p->position.to_move]);
    nash_jsonw_kstring(out, "winner", hex_side_names[winner]);
    if (winner != HEX_EMPTY)
        nash_jsonw_kstring(out, "won_by",
                           p->winner == HEX_EMPTY ? "proof"
                           : p->resigned          ? "resignation"
                                                  : "connection");
}

/* ---- the opinion ---- */

static void write_cells(const struct hex_board *board, const struct hex_opinion *o, struct nash_jsonw *out)
{
    char name[HEX_NAME_MAX];
    nash_jsonw_kobject(out, "cells");
    for (unsigned cell = 0; cell < hex_cells(board); cell++) {
        if (o->value[cell] < 0 && !o->visits[cell] && !o->proof[cell])
            continue;
        nash_jsonw_kobject(out, hex_cell_name(board, cell, name));
        if (o->value[cell] >= 0)
            write_rate(out, "value", o->value[cell]);
        if (o->visits[cell])
            nash_jsonw_kuint(out, "visits", o->visits[cell]);
        if (o->proof[cell])
            nash_jsonw_kstring(out, "proof", o->proof[cell] == HEX_WINS ? "win" : "loss");
        nash_jsonw_object_end(out);
    }
    nash_jsonw_object_end(out);
}

/* Writes the cells that have this mark as elements of an array. */
static void write_marked(const struct hex_board *board, const uint8_t *marks, uint8_t mark, struct nash_jsonw *out)
{
    for (unsigned cell = 0; cell < hex_cells(board); cell++)
        if (marks[cell] == mark)
            write_cell(out, board, cell);
}

/* Writes the moves that win: cells, and a swap. */
static void write_winning(const struct hex_problem *p, const struct hex_answer *a, struct nash_jsonw *out)
{
    nash_jsonw_karray(out, "winning");
    if (a->swaps)
        nash_jsonw_string(out, "swap");
    write_marked(&p->position.board, a->opinion.proof, HEX_WINS, out);
    nash_jsonw_array_end(out);
}

static bool decides_all(const struct hex_board *board, const struct hex_opinion *o)
{
    for (unsigned cell = 0; cell < hex_cells(board); cell++)
        if (board->cell[cell] == HEX_EMPTY && o->proof[cell] == HEX_UNKNOWN)
            return false;
    return true;
}

static void write_opinion(const struct hex_problem *p, const struct hex_answer *a, struct nash_jsonw *out)
{
    const struct hex_board *board = &p->position.board;
    const struct hex_opinion *o = &a->opinion;
    if (hex_answer_rate(a) >= 0)
        write_rate(out, "win_rate", hex_answer_rate(a));
    if (o->measure != HEX_MEASURE_NONE)
        nash_jsonw_kstring(out, "measure", o->measure == HEX_MEASURE_WIN_RATE ? "win_rate" : "resistance");
    write_cells(board, o, out);
    if (o->line_count) {
        nash_jsonw_karray(out, "line");
        for (unsigned i = 0; i < o->line_count; i++)
            write_cell(out, board, o->line[i]);
        nash_jsonw_array_end(out);
    }
    if (p->settings.win_lines && p->winner == HEX_EMPTY && decides_all(board, o))
        write_winning(p, a, out);
    if (o->has_must_play) {
        nash_jsonw_karray(out, "must_play");
        write_marked(board, o->must_play, 1, out);
        nash_jsonw_array_end(out);
    }
    if (o->connected != HEX_EMPTY) {
        nash_jsonw_kobject(out, "connection");
        nash_jsonw_kstring(out, "side", hex_side_names[o->connected]);
        nash_jsonw_karray(out, "cells");
        write_marked(board, o->connection, 1, out);
        nash_jsonw_array_end(out);
        nash_jsonw_object_end(out);
    }
}

static void write_move(const struct hex_problem *p, const struct hex_answer *a, struct nash_jsonw *out)
{
    nash_jsonw_key(out, "move");
    if (a->swaps)
        nash_jsonw_string(out, "swap");
    else if (a->opinion.move >= 0)
        write_cell(out, &p->position.board, (unsigned)a->opinion.move);
    else
        nash_jsonw_null(out);
}

/* Returns the name of the unit in which an engine works, or NULL. */
static const char *nodes_name(const struct hex_engine *engine)
{
    return engine == &hex_engine_uct          ? "iterations"
           : engine == &hex_engine_exact      ? "nodes"
           : engine == &hex_engine_dqn_search ? "simulations"
                                              : NULL;
}

void hex_write(const void *problem, const struct nash_result *result, struct nash_jsonw *out)
{
    const struct hex_problem *p = problem;
    const struct hex_answer *a = result->answer;
    const char *unit = nodes_name(p->engine);
    nash_jsonw_object(out);
    hex_write_summary(p, a, out);
    write_position(p, a, out);
    hex_write_player(out, &(struct hex_player){p->engine, p->settings});
    write_move(p, a, out);
    write_opinion(p, a, out);
    if (a->stopped)
        nash_jsonw_kbool(out, "timeout", true);
    nash_jsonw_kobject(out, "statistics");
    if (unit)
        nash_jsonw_kuint(out, unit, a->opinion.nodes);
    nash_jsonw_kuint(out, "solve_us", a->solve_us);
    nash_jsonw_object_end(out);
    nash_jsonw_object_end(out);
}
