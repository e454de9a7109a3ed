/* Trees as text, "((3 5) (2 9))". */
#ifndef GAMETREE_TREE_READ_TEXT_H
#define GAMETREE_TREE_READ_TEXT_H

#include <solvers/gametree/tree/game.h>
#include <solvers/kit/reader.h>

/* Members that may stand beside a text, ended by NULL. */
extern const char *const tree_text_members[];

/* Returns the problem, complete if reader_ok(). r: the members beside the text. */
struct tree_problem *tree_parse_text(struct reader *r, const char *text, size_t len);

#endif
