/* Both parsers of a Sudoku, and a short solve of what they accept.
 *
 * First byte 'T': the rest is the text form; anything else: the whole input is JSON. A problem accepted has a size its
 * box fits, clues in range and a drawing that reads back to the same key; a stopped or finished solve passes verify()
 * and writes strict JSON; a refusal says why. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <nash/nash.h>
#include <solvers/sudoku/progress.h>
#include <solvers/sudoku/sudoku.h>

#include "fuzz.h"

enum { ARENA_BYTES = 32 << 20, NODES = 60 };

extern const struct nash_solver nash_solver_sudoku;

static void check_problem(const struct sudoku_problem *p)
{
    unsigned clues = 0;
    if (p->size < SUDOKU_MIN || p->size > SUDOKU_MAX || p->box_rows * p->box_cols != p->size || p->box_rows < 2 ||
        p->box_cols < 2 || strlen(p->symbols) != p->size || !p->limit)
        fuzz_fail("an impossible problem is accepted", p->symbols);
    for (unsigned cell = 0; cell < p->size * p->size; cell++) {
        clues += p->clue[cell] != 0;
        if (p->clue[cell] > p->size)
            fuzz_fail("a clue is out of range", p->symbols);
    }
    if (clues != p->clues)
        fuzz_fail("the clues are miscounted", p->symbols);
}

/* The grid as JSON again, with all that is optional said: the same key. */
static void check_spelling(const struct sudoku_problem *p, struct nash_arena *arena)
{
    char grid[SUDOKU_CELLS_MAX + 1];
    struct nash_buf buf = NASH_BUF_INIT(0);
    struct nash_jsonw out = NASH_JSONW(&buf);
    struct nash_json doc;
    struct nash_error error;
    void *again = NULL;
    nash_jsonw_object(&out);
    nash_jsonw_kstring(&out, "grid", sudoku_grid_text(grid, p, p->clue));
    nash_jsonw_kstring(&out, "symbols", p->symbols);
    nash_jsonw_kuint(&out, "solutions", p->limit);
    nash_jsonw_key(&out, "box");
    nash_jsonw_array(&out);
    nash_jsonw_uint(&out, p->box_rows);
    nash_jsonw_uint(&out, p->box_cols);
    nash_jsonw_array_end(&out);
    nash_jsonw_object_end(&out);
    if (nash_json_parse(&doc, buf.data, buf.len, arena, &error) != NASH_OK ||
        sudoku_parse(&doc, arena, &again, &error) != NASH_OK)
        fuzz_fail("the problem is refused when written again", error.detail);
    struct nash_hash one = nash_canonical_key(&nash_solver_sudoku, p, 0);
    struct nash_hash two = nash_canonical_key(&nash_solver_sudoku, again, 0);
    if (memcmp(&one, &two, sizeof one) != 0)
        fuzz_fail("the problem changes when written again", grid);
    nash_json_free(&doc);
    nash_buf_free(&buf);
}

static void check_solve(const struct sudoku_problem *p, struct nash_arena *arena)
{
    struct nash_run run = {.arena = arena, .node_limit = NODES};
    struct nash_result result = {0};
    struct nash_error error = {0};
    struct nash_buf buf = NASH_BUF_INIT(0);
    struct nash_jsonw out = NASH_JSONW(&buf);
    enum nash_status status = nash_solver_sudoku.solve(p, &run, &result, &error);
    if (status == NASH_NOMEM || status == NASH_TOO_LARGE)
        return;
    if (status != NASH_OK || nash_solver_sudoku.verify(p, &result, &error) != NASH_OK)
        fuzz_fail("the answer does not hold", error.detail);
    nash_solver_sudoku.write(p, &result, &out);
    if (nash_json_check(buf.data, buf.len, &error) != NASH_OK)
        fuzz_fail("the answer is no JSON", error.detail);
    nash_buf_free(&buf);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data;
    struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
    struct nash_json doc = {0};
    struct nash_error error = {0};
    void *problem = NULL;
    enum nash_status status;
    if (size && *text == 'T') {
        status = sudoku_parse_text(text + 1, size - 1, arena, &problem, &error);
    } else {
        status = nash_json_parse(&doc, text, size, arena, &error);
        if (status == NASH_OK)
            status = sudoku_parse(&doc, arena, &problem, &error);
        nash_json_free(&doc);
    }
    if (status == NASH_OK) {
        check_problem(problem);
        check_spelling(problem, arena);
        check_solve(problem, arena);
    } else if (!*error.detail || error.status != status) {
        fuzz_fail("a refusal without a reason", nash_status_name(status));
    }
    nash_arena_free(arena);
    return 0;
}
