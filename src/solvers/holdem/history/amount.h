/* Amounts of chips as text. */
#ifndef HOLDEM_HISTORY_AMOUNT_H
#define HOLDEM_HISTORY_AMOUNT_H

#include <solvers/kit/text_reader.h>

enum { HISTORY_AMOUNT_TEXT = 24 };

/* Reads the whole span as a decimal number of at most 4 decimals, from 0 to 10^12 chips. Returns false, with *amount
 * unchanged, for other text. */
bool history_amount_read(struct text_span span, int64_t *amount);

/* Writes "1250" or "0.25". Returns out. */
char *history_amount_write(int64_t amount, char out[static HISTORY_AMOUNT_TEXT]);

#endif
