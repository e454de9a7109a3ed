/* Solves a problem and keeps the run and the result for the checks of a test. */
#ifndef TEST_SUDOKU_HARNESS_H
#define TEST_SUDOKU_HARNESS_H

#include <stdio.h>
#include <string.h>

#include <nash/nash.h>
#include <solvers/sudoku/problem.h>
#include <solvers/sudoku/progress.h>

#include "../../base/test.h"

extern const struct nash_solver nash_solver_sudoku;

struct solved {
    struct nash_run run;
    struct nash_result result;
    struct sudoku_answer *answer;
};

/* Prints the problem of a failed case. */
static inline void show(const struct sudoku_problem *p)
{
    char text[SUDOKU_CELLS_MAX + 1];
    print_error("%u (%ux%u): %s%s%s\n", p->size, p->box_rows, p->box_cols, sudoku_grid_text(text, p, p->clue),
                p->diagonal ? " diagonal" : "", p->disjoint ? " disjoint" : "");
    if (p->region)
        print_error("regions %s\n", sudoku_grid_text(text, p, p->region)); /* 0 is drawn as '.' */
    for (unsigned cell = 0; p->allowed && cell < p->size * p->size; cell++)
        print_error("%llx%s", (unsigned long long)p->allowed[cell], cell % p->size == p->size - 1 ? "\n" : " ");
    for (size_t i = 0; i < p->cages; i++) {
        print_error("cage of sum %u:", p->cage[i].sum);
        for (unsigned k = 0; k < p->cage[i].count; k++)
            print_error(" %u", p->cage[i].cell[k]);
        print_error("\n");
    }
}

/* Reads a text form. The parser gets a copy without anything behind it, so that a read past the end is detected. */
static inline enum nash_status read_exactly(const char *text, size_t len, struct nash_arena *arena,
                                            struct sudoku_problem **problem, struct nash_error *error)
{
    char *exact = malloc(len ? len : 1);
    void *read = NULL;
    assert_non_null(exact);
    memcpy(exact, text, len);
    *error = (struct nash_error){0};
    enum nash_status status = nash_solver_sudoku.parse_text(exact, len, NULL, arena, &read, error);
    *problem = read;
    free(exact);
    return status;
}

/* Solves in the arena of s->run, which the caller creates and frees, and verifies the answer. */
static inline void solve(const struct sudoku_problem *p, struct solved *s)
{
    struct nash_error error = {0};
    enum nash_status status = nash_solver_sudoku.solve(p, &s->run, &s->result, &error);
    if (status == NASH_OK)
        status = nash_solver_sudoku.verify(p, &s->result, &error);
    if (status != NASH_OK) {
        show(p);
        fail_msg("%s", error.detail);
    }
    s->answer = s->result.answer;
}

#endif
