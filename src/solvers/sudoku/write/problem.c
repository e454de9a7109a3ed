/* Writes a problem as JSON: the grid, its shape and its rules. Members that follow from the grid are left out. */
#include <stdlib.h>

#include <solvers/sudoku/kind.h>
#include <solvers/sudoku/progress.h>

/* Returns N characters for each cell: its candidates, each at its place. NULL: there is no memory. */
static char *marks_text(const struct sudoku_problem *p)
{
    size_t n = p->size, characters = n * n * n;
    char *text = malloc(characters + 1);
    for (size_t i = 0; text && i < characters; i++)
        text[i] = p->allowed[i / n] >> i % n & 1 ? p->symbols[i % n] : '.';
    if (text)
        text[characters] = '\0';
    return text;
}

static void write_puzzle(const struct sudoku_problem *p, struct nash_jsonw *out)
{
    char grid[SUDOKU_CELLS_MAX + 1], *marks = p->allowed ? marks_text(p) : NULL;
    nash_jsonw_kstring(out, "puzzle", marks ? marks : sudoku_grid_text(grid, p, p->clue));
    free(marks);
}

/* Writes [first, second]. */
static void write_pair(struct nash_jsonw *out, unsigned first, unsigned second)
{
    nash_jsonw_array(out);
    nash_jsonw_uint(out, first);
    nash_jsonw_uint(out, second);
    nash_jsonw_array_end(out);
}

void sudoku_write_cell(struct nash_jsonw *out, const struct sudoku_problem *problem, unsigned cell)
{
    write_pair(out, cell / problem->size + 1, cell % problem->size + 1);
}

static void write_cages(const struct sudoku_problem *p, struct nash_jsonw *out)
{
    nash_jsonw_karray(out, "cages");
    for (size_t i = 0; i < p->cages; i++) {
        nash_jsonw_object(out);
        nash_jsonw_kuint(out, "sum", p->cage[i].sum);
        nash_jsonw_karray(out, "cells");
        for (unsigned k = 0; k < p->cage[i].count; k++)
            sudoku_write_cell(out, p, p->cage[i].cell[k]);
        nash_jsonw_array_end(out);
        nash_jsonw_object_end(out);
    }
    nash_jsonw_array_end(out);
}

void sudoku_write_problem(const void *problem, struct nash_jsonw *out)
{
    const struct sudoku_problem *p = problem;
    char regions[SUDOKU_CELLS_MAX + 1] = "";
    nash_jsonw_object(out);
    write_puzzle(p, out);
    nash_jsonw_kuint(out, "size", p->size);
    nash_jsonw_kstring(out, "symbols", p->symbols);
    if (!p->region) {
        nash_jsonw_key(out, "box");
        write_pair(out, p->box_rows, p->box_cols);
    }
    for (unsigned cell = 0; p->region && cell < p->size * p->size; cell++)
        regions[cell] = (char)('0' + p->region[cell]);
    if (p->region)
        nash_jsonw_kstring(out, "regions", regions);
    if (p->diagonal)
        nash_jsonw_kbool(out, "diagonal", true);
    if (p->disjoint)
        nash_jsonw_kbool(out, "disjoint", true);
    if (p->cages)
        write_cages(p, out);
    nash_jsonw_object_end(out);
}
