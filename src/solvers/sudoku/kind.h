/* The functions of the plug-in; include/nash/solver.h says what each of them does. */
#ifndef SUDOKU_KIND_H
#define SUDOKU_KIND_H

#include "answer.h"
#include "problem.h"

/* read/ */
enum nash_status sudoku_parse(const struct nash_json *doc, struct nash_arena *arena, void **problem,
                              struct nash_error *error);
enum nash_status sudoku_parse_text(const char *text, size_t len, const struct nash_json *members,
                                   struct nash_arena *arena, void **problem, struct nash_error *error);
/* canon.c */
void sudoku_canon(const void *problem, struct nash_sha256 *sha);
bool sudoku_seeded(const void *problem);
/* read/doubtful.c */
bool sudoku_doubtful(const void *problem);
/* solve.c */
enum nash_status sudoku_solve(const void *problem, struct nash_run *run, struct nash_result *result,
                              struct nash_error *error);
/* verify/ */
enum nash_status sudoku_verify(const void *problem, const struct nash_result *result, struct nash_error *error);
/* write/ */
void sudoku_describe(const void *problem, struct nash_buf *out);
void sudoku_write_problem(const void *problem, struct nash_jsonw *out);
void sudoku_write(const void *problem, const struct nash_result *result, struct nash_jsonw *out);
void sudoku_write_text(const void *problem, const struct nash_result *result, struct nash_buf *out);
void sudoku_text_of(const cJSON *result, struct nash_buf *out);
/* course/ */
bool sudoku_write_course(const void *problem, uint64_t seed, const cJSON *result, struct nash_arena *arena,
                         struct nash_jsonw *out);
/* Writes a cell as [row, column], both from 1. */
void sudoku_write_cell(struct nash_jsonw *out, const struct sudoku_problem *problem, unsigned cell);

#endif
