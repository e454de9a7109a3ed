/* Fuzzes both parsers of Sudoku, and solves accepted problems briefly. An accepted problem must have a size that its
 * box fits, cells in range, and disjoint cages; written again it must have the same key. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <nash/nash.h>
#include <solvers/sudoku/game/setup.h>
#include <solvers/sudoku/loglinear/weights.h>
#include <solvers/sudoku/problem.h>
#include <solvers/sudoku/progress.h>

#include "fuzz_kind.h"

enum { ARENA_BYTES = 32 << 20, NODES = 60 };

extern const struct nash_solver nash_solver_sudoku;

static void check_variant(const struct sudoku_problem *p)
{
    unsigned held[SUDOKU_MAX] = {0};
    uint8_t taken[SUDOKU_CELLS_MAX] = {0};
    for (unsigned cell = 0; p->region && cell < p->size * p->size; cell++)
        if (p->region[cell] >= p->size || held[p->region[cell]]++ >= p->size)
            fuzz_fail("a region is too large", p->symbols);
    for (size_t i = 0; i < p->cages; i++) {
        if (!p->cage[i].sum || !p->cage[i].count || p->cage[i].count > p->size)
            fuzz_fail("an impossible cage is accepted", p->symbols);
        for (unsigned k = 0; k < p->cage[i].count; k++)
            if (p->cage[i].cell[k] >= p->size * p->size || taken[p->cage[i].cell[k]]++)
                fuzz_fail("a cage holds no cell of its own", p->symbols);
    }
}

static void check_play(const struct sudoku_problem *p)
{
    const struct sudoku_options *options = p->options;
    bool game = options->method == SUDOKU_METHOD_SAP || options->method == SUDOKU_METHOD_TABU;
    if (p->task != SUDOKU_SOLVE || options->method == SUDOKU_METHOD_AUTO || options->beta > BETA_MAX ||
        options->shards > SUDOKU_SHARDS_MAX || (options->shards && !game) || (options->shards && p->region) ||
        (game && (p->diagonal || p->disjoint || p->cages || p->limit != 1)))
        fuzz_fail("an impossible game is accepted", p->symbols);
    for (unsigned i = 0; options->member && i < options->shards; i++)
        if (!options->member[i][0] || strlen(options->member[i]) > 127)
            fuzz_fail("an impossible member is accepted", p->symbols);
}

static void check_problem(const struct sudoku_problem *p)
{
    unsigned clues = 0;
    bool box = p->region ? !p->box_rows && !p->box_cols && !p->disjoint
                         : p->box_rows * p->box_cols == p->size && p->box_rows >= 2 && p->box_cols >= 2;
    if (p->size < SUDOKU_MIN || p->size > SUDOKU_MAX || !box || strlen(p->symbols) != p->size || !p->limit)
        fuzz_fail("an impossible problem is accepted", p->symbols);
    for (unsigned cell = 0; cell < p->size * p->size; cell++) {
        clues += p->clue[cell] != 0;
        if (p->clue[cell] > p->size || (p->allowed && p->allowed[cell] >> p->size) ||
            (p->allowed && p->clue[cell] && p->allowed[cell] != UINT64_C(1) << (p->clue[cell] - 1)))
            fuzz_fail("a cell is out of range", p->symbols);
    }
    if (clues != p->clues)
        fuzz_fail("the clues are miscounted", p->symbols);
    check_variant(p);
    if (p->options)
        check_play(p);
}

/* Writes the grid, or the candidates of every cell, in the problem's symbols. */
static void write_grid(struct nash_jsonw *out, const struct sudoku_problem *p, struct nash_arena *arena)
{
    unsigned n = p->size, cells = n * n;
    char *text = nash_arena_alloc(arena, (size_t)cells * n + 1);
    sudoku_grid_text(text, p, p->clue);
    for (unsigned i = 0; p->allowed && i < cells * n; i++)
        text[i] = p->allowed[i / n] >> i % n & 1 ? p->symbols[i % n] : '.';
    nash_jsonw_kstring(out, "grid", text);
}

static void write_ints(struct nash_jsonw *out, unsigned first, unsigned second)
{
    nash_jsonw_array(out);
    nash_jsonw_uint(out, first);
    nash_jsonw_uint(out, second);
    nash_jsonw_array_end(out);
}

static void write_rules(struct nash_jsonw *out, const struct sudoku_problem *p, struct nash_arena *arena)
{
    char *regions = nash_arena_alloc(arena, (size_t)p->size * p->size + 1);
    nash_jsonw_kbool(out, "diagonal", p->diagonal);
    nash_jsonw_kbool(out, "disjoint", p->disjoint);
    for (unsigned cell = 0; p->region && cell < p->size * p->size; cell++)
        regions[cell] = (char)('0' + p->region[cell]);
    if (p->region)
        nash_jsonw_kstring(out, "regions", regions);
    nash_jsonw_key(out, p->region ? "size" : "box");
    if (p->region)
        nash_jsonw_uint(out, p->size);
    else
        write_ints(out, p->box_rows, p->box_cols);
    if (!p->cages)
        return;
    nash_jsonw_karray(out, "cages");
    for (size_t i = 0; i < p->cages; i++) {
        nash_jsonw_object(out);
        nash_jsonw_kuint(out, "sum", p->cage[i].sum);
        nash_jsonw_karray(out, "cells");
        for (unsigned k = p->cage[i].count; k-- > 0;)
            write_ints(out, p->cage[i].cell[k] / p->size + 1, p->cage[i].cell[k] % p->size + 1);
        nash_jsonw_array_end(out);
        nash_jsonw_object_end(out);
    }
    nash_jsonw_array_end(out);
}

static void write_shards(struct nash_jsonw *out, const struct sudoku_options *options)
{
    nash_jsonw_karray(out, "shards");
    for (unsigned i = 0; i < options->shards; i++)
        nash_jsonw_string(out, options->member ? options->member[i] : "local");
    nash_jsonw_array_end(out);
    nash_jsonw_kstring(out, "mode", sudoku_mode_names[options->mode]);
    nash_jsonw_kdouble(out, "audit", 0.25); /* not part of the key */
}

static void write_play(struct nash_jsonw *out, const struct sudoku_options *options)
{
    nash_jsonw_kstring(out, "method", sudoku_method_names[options->method]);
    if (options->method == SUDOKU_METHOD_EXACT)
        return;
    nash_jsonw_kbool(out, "propagate", options->propagate);
    if (options->method == SUDOKU_METHOD_SAP)
        nash_jsonw_kstring(out, "schedule", sudoku_schedule_names[options->schedule]);
    if (options->beta)
        nash_jsonw_kdouble(out, "beta", (double)options->beta / BETA_ONE);
    if (options->updates)
        nash_jsonw_kuint(out, "updates", options->updates);
    if (options->restarts != UINT32_MAX)
        nash_jsonw_kuint(out, "restarts", options->restarts);
    if (options->shards)
        write_shards(out, options);
}

/* Checks that the problem, written as JSON with all optional members, has the same key. */
static void check_spelling(const struct sudoku_problem *p, struct nash_arena *arena)
{
    struct nash_buf buf = NASH_BUF_INIT(0);
    struct nash_jsonw out = NASH_JSONW(&buf);
    /* such pencilmarks exceed the longest string; only masks can express them. A puzzle to be generated has no grid. */
    if ((p->allowed && p->size > 25) || p->task == SUDOKU_GENERATE)
        return;
    nash_jsonw_object(&out);
    write_grid(&out, p, arena);
    write_rules(&out, p, arena);
    nash_jsonw_kstring(&out, "symbols", p->symbols);
    if (p->task == SUDOKU_SOLVE)
        nash_jsonw_kuint(&out, "solutions", p->limit);
    nash_jsonw_kbool(&out, "check", p->task == SUDOKU_CHECK);
    nash_jsonw_kbool(&out, "explain", p->task == SUDOKU_EXPLAIN);
    nash_jsonw_kbool(&out, "hint", p->task == SUDOKU_HINT);
    if (p->options)
        write_play(&out, p->options);
    nash_jsonw_object_end(&out);
    fuzz_same_problem(&nash_solver_sudoku, p, &buf, arena);
    nash_buf_free(&buf);
}

/* Checks that the problem, written by the server as JSON, has the same key. */
static void check_writing(const struct sudoku_problem *p, struct nash_arena *arena)
{
    struct nash_buf buf = NASH_BUF_INIT(0);
    struct nash_jsonw out = NASH_JSONW(&buf);
    if (p->task != SUDOKU_SOLVE || p->options || p->limit != SUDOKU_SOLUTIONS_DEFAULT) /* these are not written */
        return;
    nash_solver_sudoku.write_problem(p, &out);
    fuzz_same_problem(&nash_solver_sudoku, p, &buf, arena);
    nash_buf_free(&buf);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
    struct nash_run run = {.arena = arena, .node_limit = NODES};
    const struct sudoku_problem *problem = fuzz_parse(&nash_solver_sudoku, data, size, arena);
    if (problem) {
        check_problem(problem);
        check_spelling(problem, arena);
        check_writing(problem, arena);
        fuzz_solve(&nash_solver_sudoku, problem, &run, true);
    }
    nash_arena_free(arena);
    return 0;
}
