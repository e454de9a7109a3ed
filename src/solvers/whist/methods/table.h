/* The table of all instances up to order 14 (the hash table of the patent): 4 bits for the value of each word of an
 * order, at its combinadic rank. It is the file "whist.table" in the data directory, mapped shared before the
 * workers are forked. The first process that needs an order computes it in the map from the order below; processes
 * that do so at the same time write the same bytes. An order is used only if its mark and checksum are valid; a
 * damaged order is computed again. */
#ifndef WHIST_TABLE_H
#define WHIST_TABLE_H

#include <solvers/whist/deal.h>

enum { WHIST_TABLE_ORDER = 14 };

/* Maps the file, or anonymous memory where data_dir is NULL or has no space; a missing file is no error. Called once
 * per process, before workers are forked and threads start; otherwise whist_table_fill() maps anonymous memory. */
enum nash_status whist_table_open(const char *data_dir, struct nash_error *error);

/* Fills all orders up to `order`. Returns false when run was stopped. */
bool whist_table_fill(uint32_t order, struct nash_run *run);

/* Returns the value of a mask of a filled order. */
uint32_t whist_table_at(uint32_t mask, uint32_t order);

/* Returns the largest n <= order such that the orders 1 to n are filled and valid. Fills nothing. */
uint32_t whist_table_verified(uint32_t order);

#endif
