/* Fuzzes both parsers of Hex, and solves accepted problems briefly.
 *
 * An accepted position has a board of the limits, a side to move unless the game is over, and at most one winner; its
 * board written again has the same key. */
#include <string.h>

#include <nash/nash.h>
#include <solvers/hex/problem.h>

#include "../fuzz_kind.h"

enum { ARENA_BYTES = 512 << 20, NODES = 20, SOLVED_CELLS = 49, ITERATIONS = 200 };

extern const struct nash_solver nash_solver_hex;

static void check_problem(const struct hex_problem *p)
{
    const struct hex_board *board = &p->position.board;
    unsigned stones = 0;
    if (!board->rows || !board->cols || board->rows > HEX_SIZE_MAX || board->cols > HEX_SIZE_MAX)
        fuzz_fail("a board of no size is accepted", "");
    for (unsigned cell = 0; cell < hex_cells(board); cell++)
        stones += board->cell[cell] != HEX_EMPTY;
    if (stones != board->stones)
        fuzz_fail("the stones are miscounted", "");
    if ((p->winner == HEX_EMPTY) != (p->position.to_move != HEX_EMPTY))
        fuzz_fail("a game that is over has a side to move, or another one none", "");
    if (!p->resigned && hex_winner(board) != p->winner)
        fuzz_fail("the winner is not that of the stones", "");
    if (p->may_swap && (stones != 1 || board->rows != board->cols))
        fuzz_fail("a swap is allowed late", "");
}

static void write_stones(struct nash_jsonw *out, const struct hex_board *board)
{
    char text[HEX_CELLS_MAX + 1];
    for (unsigned cell = 0; cell < hex_cells(board); cell++)
        text[cell] = ".bw"[board->cell[cell]];
    nash_jsonw_key(out, "board");
    nash_jsonw_string_n(out, text, hex_cells(board));
}

/* Checks that the position, written as a board, has the same key. After a resignation, or where a swap is allowed, a
 * board says less than the moves. */
static void check_spelling(const struct hex_problem *p, struct nash_arena *arena)
{
    struct nash_buf buf = NASH_BUF_INIT(0);
    struct nash_jsonw out = NASH_JSONW(&buf);
    const struct hex_board *board = &p->position.board;
    if (p->resigned || p->may_swap || p->settings.net)
        return;
    nash_jsonw_object(&out);
    nash_jsonw_kuint(&out, "rows", board->rows);
    nash_jsonw_kuint(&out, "cols", board->cols);
    write_stones(&out, board);
    nash_jsonw_kstring(&out, "to_move", p->position.to_move == HEX_WHITE ? "white" : "black");
    nash_jsonw_kstring(&out, "engine", p->engine->name);
    nash_jsonw_kuint(&out, "iterations", p->settings.iterations);
    nash_jsonw_kuint(&out, "nodes", p->settings.nodes);
    nash_jsonw_kdouble(&out, "exploration", (double)p->settings.exploration);
    nash_jsonw_kbool(&out, "rave", p->settings.rave);
    nash_jsonw_kbool(&out, "plain", p->settings.plain);
    nash_jsonw_kuint(&out, "simulations", p->settings.simulations);
    nash_jsonw_kbool(&out, "all", p->settings.win_lines);
    nash_jsonw_object_end(&out);
    fuzz_same_problem(&nash_solver_hex, form_problem_new(&hex_form_position, (void *)(uintptr_t)p, arena), &buf, arena);
    nash_buf_free(&buf);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
    struct nash_run run = {.arena = arena, .node_limit = NODES};
    const void *problem = fuzz_parse(&nash_solver_hex, data, size, arena);
    const struct hex_problem *p = problem ? form_problem_of(&hex_form_position, problem) : NULL;
    if (p) {
        const struct hex_settings *s = &p->settings;
        bool search = strcmp(p->engine->name, "random") != 0 && strcmp(p->engine->name, "resistance") != 0;
        check_problem(p);
        check_spelling(p, arena);
        search = search && strcmp(p->engine->name, "dqn") != 0;
        if (!search || (hex_cells(&p->position.board) <= SOLVED_CELLS && s->iterations <= ITERATIONS && s->nodes &&
                        s->nodes <= NODES && s->simulations <= ITERATIONS))
            fuzz_solve(&nash_solver_hex, problem, &run, false);
    }
    nash_arena_free(arena);
    return 0;
}
