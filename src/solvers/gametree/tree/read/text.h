/* Trees as text, "((3 5) (2 9))". */
#ifndef GAMETREE_TREE_READ_TEXT_H
#define GAMETREE_TREE_READ_TEXT_H

#include <solvers/gametree/tree/game.h>
#include <solvers/kit/reader.h>

/* Returns the problem, complete if reader_ok(). */
struct tree_problem *tree_parse_text(struct reader *r, const char *text, size_t len);

#endif
