/* What puzzle to make: the member "generate" of a request. */
#ifndef SUDOKU_GENERATE_ORDER_H
#define SUDOKU_GENERATE_ORDER_H

#include "../sudoku.h"
#include "symmetry.h"

/* How hard for a person. SUDOKU_ANY_LEVEL: not asked. The bounds are those of the rating. */
enum sudoku_level {
    SUDOKU_ANY_LEVEL,
    SUDOKU_EASY,
    SUDOKU_MEDIUM,
    SUDOKU_HARD,
    SUDOKU_EXPERT,
    SUDOKU_EXTREME,
    SUDOKU_LEVELS
};

struct sudoku_order {
    unsigned size, box_rows, box_cols; /* as given, 0 = not: sudoku_problem has them settled */
    unsigned clues;                    /* wanted; 0 = not given, or "minimal" */
    bool minimal;                      /* no clue (no orbit of the symmetry) can be taken away */
    bool unique;
    enum sudoku_symmetry symmetry;
    enum sudoku_level level;
};

/* Reads item, the value of "generate", which stands at `pointer` ("/generate"). NASH_INVALID for what the schema
 * forbids. doc: whose tree item is part of. */
enum nash_status sudoku_order_parse(const struct nash_json *doc, const cJSON *item, const char *pointer,
                                    struct nash_arena *arena, struct sudoku_order *order, struct nash_error *error);

/* Can there be such a puzzle? To be asked when the problem's size and box are settled. NASH_UNPROCESSABLE with the
 * pointer of the member at fault and a word how to mend it. */
enum nash_status sudoku_order_check(const struct sudoku_problem *problem, const struct sudoku_order *order,
                                    const char *pointer, struct nash_error *error);

/* Clues to stop at: the wanted number, or a usual one for the size that the symmetry allows; 0 for "minimal". */
unsigned sudoku_order_target(const struct sudoku_problem *problem, const struct sudoku_order *order);

void sudoku_order_canon(const struct sudoku_order *order, struct nash_sha256 *sha);

const char *sudoku_order_level_name(enum sudoku_level level);

#endif
