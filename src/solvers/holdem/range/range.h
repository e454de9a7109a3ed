/* Ranges as text: "QQ+,AKs:0.5,AhKd".
 *
 * Tokens are separated by commas or blanks. A token is a set of hands, and a weight from 0 to 1 after ':' (default 1):
 *
 *     AhKd            one combo
 *     QQ  AKs  AKo  AK    a class; AK is both AKs and AKo
 *     QQ+  ATs+       the pair and all higher ones; the second card rises to just below the first
 *     QQ-99  A5s-A2s  from the higher hand down to the lower one; the second card falls
 *     T9s-54s         both cards fall
 *     random any *    all 1326 combos
 *
 * Of two tokens with the same combo the later one counts, so that "QQ+,QhQd:0" excludes one combo. */
#ifndef HOLDEM_RANGE_RANGE_H
#define HOLDEM_RANGE_RANGE_H

#include <stdbool.h>

#include <nash/buf.h>
#include <solvers/kit/text_reader.h>

#include "combo.h"

/* What is wrong with a text, and where. */
struct range_fault {
    const char *at;
    char detail[200];
};

/* Reads a range into *range, weights beyond the tokens are 0. Returns false, with *fault, if it is malformed or has no
 * token. */
bool range_read(struct text_span text, struct holdem_range *range, struct range_fault *fault);
/* Reads cards without separators, or with blanks or commas between them, such as "Qh7s2d". Adds them to card[max] and
 * *count. Returns false, with *fault, for other text, a card twice, or more than max cards. */
bool range_read_cards(struct text_span text, uint8_t *card, unsigned max, unsigned *count, struct range_fault *fault);

/* Appends the range as text: the same text for the same weights. */
void range_write(const struct holdem_range *range, struct nash_buf *out);

/* Sets the weights of all combos with a card of the set to 0. */
void range_remove(struct holdem_range *range, uint64_t cards);
/* Returns the number of combos with a weight above 0. */
unsigned range_count(const struct holdem_range *range);

#endif
