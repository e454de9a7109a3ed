/* One function for each technique: it searches the first instance that makes progress and writes the step. False: there
 * is none. */
#ifndef SUDOKU_EXPLAIN_FINDERS_H
#define SUDOKU_EXPLAIN_FINDERS_H

#include "logic.h"

enum { EXPLAIN_RUNGS = 35 };

/* ladder.c: explain_find() tries the rungs from the lowest on, explain_rung() one rung (0..EXPLAIN_RUNGS - 1). */
bool explain_find(struct sudoku_logic *l);
bool explain_rung(struct sudoku_logic *l, unsigned rung);

/* singles.c; box: search the boxes only, else all other units */
bool explain_last_value(struct sudoku_logic *l);
bool explain_hidden_single(struct sudoku_logic *l, bool box);
bool explain_naked_single(struct sudoku_logic *l);
/* locked.c: pointing removes candidates outside of a box, claiming inside another unit. direct: only where a hidden
 * single follows. */
bool explain_locked(struct sudoku_logic *l, bool pointing, bool direct);
/* subset.c: size 2..4 */
bool explain_naked_set(struct sudoku_logic *l, unsigned size);
bool explain_hidden_set(struct sudoku_logic *l, unsigned size, bool direct);
/* fish.c: X-wing 2, swordfish 3, jellyfish 4 */
bool explain_fish(struct sudoku_logic *l, unsigned size);
/* wing.c: XY-wing, or XYZ-wing if xyz */
bool explain_wing(struct sudoku_logic *l, bool xyz);
/* unique_loop.c: unique rectangles and loops, the lowest rated one. Needs l->unique. */
bool explain_unique_loop(struct sudoku_logic *l);
/* bug.c: bivalue universal grave. Needs l->unique. */
bool explain_bug(struct sudoku_logic *l);
/* cage.c: candidates excluded by the sums of cages */
bool explain_cage(struct sudoku_logic *l);
/* aligned_pair.c */
bool explain_aligned_pair(struct sudoku_logic *l);
/* chain.c: cycles and forcing chains of two-way links, the lowest rated one */
bool explain_chain(struct sudoku_logic *l);
/* multiple.c: forcing chains from all values of a cell or all places of a value */
bool explain_multiple(struct sudoku_logic *l);
/* dynamic.c: forcing chains where several consequences together imply another; Nishio uses one value only */
bool explain_nishio(struct sudoku_logic *l);
bool explain_dynamic(struct sudoku_logic *l);
/* dynamic.c: the same with pairs, locked candidates and X-wings among what an assumption leaves */
bool explain_dynamic_plus(struct sudoku_logic *l);
/* dynamic.c: the same with chains among what an assumption leaves; level 0: chains and cycles, 1: also cell and unit
 * forcing chains, 2: dynamic forcing chains */
bool explain_nested(struct sudoku_logic *l, unsigned level);
/* nested_trial.c: contradictions by refuting further assumptions on the engines' board */
bool explain_nested_trial(struct sudoku_logic *l);
/* trial.c: a value of the only solution */
bool explain_trial(struct sudoku_logic *l);

#endif
