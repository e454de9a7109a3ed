/* The one place where making puzzles meets the rating of a person's steps. */
#include "level.h"

#include <string.h>

enum sudoku_forging sudoku_level_rate(const struct sudoku_dig *d, struct sudoku_rating *rating)
{
    struct sudoku_forge *f = d->forge;
    struct nash_arena_mark mark = nash_arena_mark(f->run->arena);
    struct sudoku_problem puzzle = *f->problem;
    struct sudoku_rating found;
    if (sudoku_forge_halted(f))
        return SUDOKU_FORGE_HALTED;
    puzzle.task = SUDOKU_SOLVE;
    puzzle.order = NULL;
    puzzle.clue = d->clue;
    puzzle.clues = d->clues;
    enum nash_status status = sudoku_rate(&puzzle, f->run->arena, f->run, d->solution, &found, f->error);
    nash_arena_release(f->run->arena, mark);
    if (status == NASH_STOPPED)
        return SUDOKU_FORGE_HALTED;
    if (status != NASH_OK)
        return SUDOKU_FORGE_FAILED;
    *rating = found;
    return SUDOKU_FORGED;
}

int sudoku_level_off(const struct sudoku_rating *rating, enum sudoku_level wanted)
{
    const char *name = sudoku_level_name(rating->score);
    enum sudoku_level level = SUDOKU_EASY;
    while (level < SUDOKU_EXTREME && strcmp(sudoku_order_level_name(level), name) != 0)
        level++;
    return (int)level - (int)wanted;
}
