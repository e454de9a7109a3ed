/* Seeded boards for tests and benchmarks: full grids, random holes, balanced holes, irreducible puzzles. */
#ifndef TEST_SUDOKU_BOARDS_H
#define TEST_SUDOKU_BOARDS_H

#include <nash/rng.h>
#include <solvers/sudoku/problem.h>

/* Writes a random full grid with the values 1..N. */
void board_full(struct nash_rng *rng, unsigned box_rows, unsigned box_cols, uint8_t *grid);

/* Writes a random full grid that obeys the rules of the variant `shape`, whose clues are ignored. Returns false if none
 * is found within the node limit. */
bool board_of(struct nash_rng *rng, const struct sudoku_problem *shape, uint8_t *grid);

/* Writes the region of each cell: the boxes (or the rows, if box_rows is 0), with `swaps` random pairs of cells
 * exchanged. Regions need not be connected. */
void board_regions(struct nash_rng *rng, unsigned size, unsigned box_rows, unsigned box_cols, unsigned swaps,
                   uint8_t *region);

/* Writes the region of each cell: connected regions, made of the boxes (or the rows, if box_rows is 0) by `swaps`
 * exchanges of two cells after which both regions are still connected. */
void board_jigsaw(struct nash_rng *rng, unsigned size, unsigned box_rows, unsigned box_cols, unsigned swaps,
                  uint8_t *region);

/* Makes cages of 1..largest cells over about `percent` of the grid, with the sums of `grid`. cell: room for size^2
 * cells, which the cages point to. Returns the number of cages. */
size_t board_cages(struct nash_rng *rng, unsigned size, const uint8_t *grid, unsigned largest, unsigned percent,
                   struct sudoku_cage *cage, uint16_t *cell);

/* Empties random cells of grid until only `clues` are left. */
void board_uniform(struct nash_rng *rng, unsigned size, unsigned clues, uint8_t *grid);

/* Empties the same number of cells, `holes`, in each row, column and box: the hardest kind of random board. */
void board_balanced(struct nash_rng *rng, unsigned box_rows, unsigned box_cols, unsigned holes, uint8_t *grid);

/* Removes clues in random order as long as the solution stays unique, which makes an irreducible puzzle. Returns the
 * number of remaining clues. */
unsigned board_dig(struct nash_rng *rng, unsigned box_rows, unsigned box_cols, uint8_t *grid);

/* Reads the values of the cells from a line of digits, with a dot or 0 for an empty cell. */
void board_read(const char *line, unsigned cells, uint8_t *clue);

/* Returns a problem with these clues and the default symbols. clue: not copied; limit: most solutions to count. */
struct sudoku_problem board_problem(unsigned box_rows, unsigned box_cols, const uint8_t *clue, uint32_t limit);

/* Counts the solutions of a problem, up to `limit`, by plain recursion that shares nothing with the engines. */
uint32_t brute_count(const struct sudoku_problem *problem, uint32_t limit);

#endif
