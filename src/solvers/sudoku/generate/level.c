/* Rates generated puzzles by explain/. */
#include "level.h"

#include <string.h>

enum sudoku_generate_status sudoku_level_rate(const struct sudoku_dig *d, struct sudoku_rating *rating)
{
    struct sudoku_generator *f = d->generator;
    struct nash_arena_mark mark = nash_arena_mark(f->run->arena);
    struct sudoku_problem puzzle = *f->problem;
    struct sudoku_rating found;
    if (sudoku_generator_halted(f))
        return SUDOKU_GENERATE_HALTED;
    puzzle.task = SUDOKU_SOLVE;
    puzzle.spec = NULL;
    puzzle.clue = d->clue;
    puzzle.clues = d->clues;
    enum nash_status status = sudoku_rate(&puzzle, f->run->arena, f->run, d->solution, &found, f->error);
    nash_arena_release(f->run->arena, mark);
    if (status == NASH_STOPPED)
        return SUDOKU_GENERATE_HALTED;
    if (status != NASH_OK)
        return SUDOKU_GENERATE_FAILED;
    *rating = found;
    return SUDOKU_GENERATE_OK;
}

int sudoku_level_difference(const struct sudoku_rating *rating, enum sudoku_level wanted)
{
    const char *name = sudoku_level_name(rating->score);
    enum sudoku_level level = SUDOKU_EASY;
    while (level < SUDOKU_EXTREME && strcmp(sudoku_spec_level_names[level], name) != 0)
        level++;
    return (int)level - (int)wanted;
}
