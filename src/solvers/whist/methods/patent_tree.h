/* The tree of the patent; positions of tabulated orders are looked up. */
#ifndef WHIST_PATENT_TREE_H
#define WHIST_PATENT_TREE_H

#include "engine.h"

/* Returns the tricks of the player on lead, or -1 when stopped. The orders up to `tabulated` must be filled
 * (table.h). order <= 16. */
int whist_patent_tree(struct whist_work *work, uint32_t mask, uint32_t order, uint32_t tabulated);

#endif
