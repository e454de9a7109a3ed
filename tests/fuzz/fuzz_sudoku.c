/* Both parsers of a Sudoku, and a short solve of what they accept.
 *
 * A problem accepted has a size its box fits, cells in range, cages of their own, and reads back to the same key when
 * it is written again. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <nash/nash.h>
#include <solvers/sudoku/game/weights.h>
#include <solvers/sudoku/playing.h>
#include <solvers/sudoku/progress.h>
#include <solvers/sudoku/sudoku.h>

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
    const struct sudoku_play *play = p->play;
    bool game = play->method == SUDOKU_METHOD_SAP || play->method == SUDOKU_METHOD_TABU;
    if (p->task != SUDOKU_SOLVE || play->method == SUDOKU_METHOD_AUTO || play->beta > BETA_MAX ||
        play->shards > SUDOKU_SHARDS_MAX || (play->shards && !game) || (play->shards && p->region) ||
        (game && (p->diagonal || p->disjoint || p->cages || p->limit != 1)))
        fuzz_fail("an impossible game is accepted", p->symbols);
    for (unsigned i = 0; play->member && i < play->shards; i++)
        if (!play->member[i][0] || strlen(play->member[i]) > 127)
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
    if (p->play)
        check_play(p);
}

/* The grid, or every cell's candidates, in the problem's symbols. */
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
    nash_jsonw_key(out, "cages");
    nash_jsonw_array(out);
    for (size_t i = 0; i < p->cages; i++) {
        nash_jsonw_object(out);
        nash_jsonw_kuint(out, "sum", p->cage[i].sum);
        nash_jsonw_key(out, "cells");
        nash_jsonw_array(out);
        for (unsigned k = p->cage[i].count; k-- > 0;)
            write_ints(out, p->cage[i].cell[k] / p->size + 1, p->cage[i].cell[k] % p->size + 1);
        nash_jsonw_array_end(out);
        nash_jsonw_object_end(out);
    }
    nash_jsonw_array_end(out);
}

static void write_shards(struct nash_jsonw *out, const struct sudoku_play *play)
{
    nash_jsonw_key(out, "shards");
    nash_jsonw_array(out);
    for (unsigned i = 0; i < play->shards; i++)
        nash_jsonw_string(out, play->member ? play->member[i] : "local");
    nash_jsonw_array_end(out);
    nash_jsonw_kstring(out, "mode", sudoku_mode_name(play->mode));
    nash_jsonw_kdouble(out, "audit", 0.25); /* it changes no answer */
}

static void write_play(struct nash_jsonw *out, const struct sudoku_play *play)
{
    nash_jsonw_kstring(out, "method", sudoku_method_name(play->method));
    if (play->method == SUDOKU_METHOD_EXACT)
        return;
    nash_jsonw_kbool(out, "propagate", play->propagate);
    if (play->method == SUDOKU_METHOD_SAP)
        nash_jsonw_kstring(out, "schedule", sudoku_schedule_name(play->schedule));
    if (play->beta)
        nash_jsonw_kdouble(out, "beta", (double)play->beta / BETA_ONE);
    if (play->updates)
        nash_jsonw_kuint(out, "updates", play->updates);
    if (play->restarts != UINT32_MAX)
        nash_jsonw_kuint(out, "restarts", play->restarts);
    if (play->shards)
        write_shards(out, play);
}

/* The problem as JSON again, with all that is optional said: the same key. */
static void check_spelling(const struct sudoku_problem *p, struct nash_arena *arena)
{
    struct nash_buf buf = NASH_BUF_INIT(0);
    struct nash_jsonw out = NASH_JSONW(&buf);
    if (p->allowed && p->size > 25) /* more characters than a string may have; only masks can say it */
        return;
    nash_jsonw_object(&out);
    write_grid(&out, p, arena);
    write_rules(&out, p, arena);
    nash_jsonw_kstring(&out, "symbols", p->symbols);
    if (p->task == SUDOKU_SOLVE)
        nash_jsonw_kuint(&out, "solutions", p->limit);
    nash_jsonw_kbool(&out, "check", p->task == SUDOKU_CHECK);
    if (p->play)
        write_play(&out, p->play);
    nash_jsonw_object_end(&out);
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
        fuzz_solve(&nash_solver_sudoku, problem, &run, true);
    }
    nash_arena_free(arena);
    return 0;
}
