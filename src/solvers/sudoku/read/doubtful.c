/* Tells a grid from another text of as many symbols, such as a matrix or a word: no row or column of a puzzle has a
 * clue twice. Boxes are left out, since 10 digits of 16 at random agree with rows and columns in 1 of 50 cases already.
 */
#include <solvers/sudoku/kind.h>
#include <solvers/sudoku/problem.h>

bool sudoku_doubtful(const void *problem)
{
    const struct sudoku_problem *p = problem;
    uint64_t row[SUDOKU_MAX] = {0}, col[SUDOKU_MAX] = {0};
    for (unsigned cell = 0; cell < p->size * p->size; cell++) {
        uint64_t value = p->clue[cell] ? UINT64_C(1) << (p->clue[cell] - 1) : 0;
        unsigned i = cell / p->size, k = cell % p->size;
        if ((row[i] | col[k]) & value)
            return true;
        row[i] |= value;
        col[k] |= value;
    }
    return false;
}
