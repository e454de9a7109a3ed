/* The table of all instances up to order 14 (the patent's hash table): a nibble for the value of each word of an order,
 * at its combinadic rank. One file "whist.table" in the data directory, mapped shared before the workers are forked;
 * whoever first needs an order computes it into the map from the order below. Workers that do so at the same time write
 * the same bytes. An order is believed when its mark and checksum hold; what is damaged is computed again. */
#ifndef WHIST_TABLE_H
#define WHIST_TABLE_H

#include "deal.h"

enum { WHIST_TABLE_ORDER = 14 };

/* Maps the file, or memory without a name where data_dir is NULL or has no room; never fails for want of a file. Once
 * per process, before any worker is forked and before threads; whist_table_fill() does it in memory where that was not
 * done. */
enum nash_status whist_table_open(const char *data_dir, struct nash_error *error);

/* All orders up to `order` are there afterwards. False when run was stopped meanwhile. */
bool whist_table_fill(uint32_t order, struct nash_run *run);

/* The value of a mask of an order that was filled. */
uint32_t whist_table_at(uint32_t mask, uint32_t order);

/* Of the orders 1 to `order`, those that are there already, from 1 upward without a gap: how many. Fills nothing. */
uint32_t whist_table_believe(uint32_t order);

#endif
