/* The tree of units. Its order is: a unit before its children, children and roots as they were added. */
#ifndef CLUSTER_FARM_TREE_H
#define CLUSTER_FARM_TREE_H

#include "internal.h"

/* Returns whether a comes before b in the order of the tree. */
bool tree_before(const struct node *a, const struct node *b);
/* Returns the unit after `node`; the first one for NULL; NULL at the end. */
struct node *tree_next(const struct farm *farm, const struct node *node);
/* Returns the last unit that is needed as far as the answers show; NULL: all are needed. */
struct node *tree_bound(const struct farm *farm);
/* Returns whether no unit from this one on is needed. */
bool tree_beyond(const struct farm *farm, const struct node *node);

/* Adds a unit that waits: a root (parent NULL) or a child. Sets farm->overflow instead if a limit is exceeded, and
 * fails the farm without memory. */
void tree_add(struct farm *farm, struct node *parent, const uint8_t *bytes, size_t len);
/* Puts a unit without an answer and lease into the heap of waiting units, or one with an open audit into its heap. */
void tree_wait(struct farm *farm, struct node *node);

/* Gives the unit an answer, copied. */
bool tree_answer(struct farm *farm, struct node *node, struct farm_member *by, const uint8_t *answer, size_t len);
/* Marks the answer as proved: no longer one of by->unproved, and its audit is over. */
void tree_prove(struct farm *farm, struct node *node);
/* Draws the unit for an audit. */
void tree_audit(struct farm *farm, struct node *node);
/* Takes the answer back and frees all descendants of the unit, which waits again unless it is leased. */
void tree_unanswer(struct farm *farm, struct node *node);
/* Advances farm->passed over answered units. */
void tree_pass(struct farm *farm);
/* Frees all units. Members keep the credit for their answers. */
void tree_free(struct farm *farm);

/* Ends the farm with an error, unless it has ended before. */
void farm_fail(struct farm *farm, enum nash_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
