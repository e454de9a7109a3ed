/* One function a technique. Each looks for the first place where it gets on and writes the step; false: there is none.
 */
#ifndef SUDOKU_EXPLAIN_FINDERS_H
#define SUDOKU_EXPLAIN_FINDERS_H

#include "logic.h"

enum { EXPLAIN_RUNGS = 32 };

/* ladder.c: the lowest rung that gets on; one rung alone */
bool explain_find(struct sudoku_logic *l);
bool explain_rung(struct sudoku_logic *l, unsigned rung);

/* singles.c */
bool explain_last_value(struct sudoku_logic *l);
bool explain_hidden_single(struct sudoku_logic *l, bool box);
bool explain_naked_single(struct sudoku_logic *l);
/* locked.c: pointing leaves a box, claiming leaves any other unit. direct: only where a hidden single follows. */
bool explain_locked(struct sudoku_logic *l, bool pointing, bool direct);
/* subset.c: size 2..4 */
bool explain_naked_set(struct sudoku_logic *l, unsigned size);
bool explain_hidden_set(struct sudoku_logic *l, unsigned size, bool direct);
/* fish.c: X-wing 2, swordfish 3, jellyfish 4 */
bool explain_fish(struct sudoku_logic *l, unsigned size);
/* wing.c */
bool explain_wing(struct sudoku_logic *l, bool xyz);
/* loop.c: unique rectangles and loops, the lowest rated one. Needs l->unique. */
bool explain_unique_loop(struct sudoku_logic *l);
/* grave.c: bivalue universal grave. Needs l->unique. */
bool explain_grave(struct sudoku_logic *l);
/* cage.c: what the sums of cages leave */
bool explain_cage(struct sudoku_logic *l);
/* pair.c: aligned pair exclusion */
bool explain_aligned_pair(struct sudoku_logic *l);
/* chain.c: cycles and forcing chains of two-way links, the lowest rated one */
bool explain_chain(struct sudoku_logic *l);
/* multiple.c: forcing chains from all values of a cell or all places of a value */
bool explain_multiple(struct sudoku_logic *l);
/* dynamic.c: the same with all consequences at once; Nishio keeps to one value */
bool explain_nishio(struct sudoku_logic *l);
bool explain_dynamic(struct sudoku_logic *l);
/* refuted.c: what an assumption leads to by singles and locked candidates; nested: also by refuting further ones */
bool explain_refuted(struct sudoku_logic *l, bool nested);
/* trial.c: a value taken from the one solution */
bool explain_trial(struct sudoku_logic *l);

#endif
