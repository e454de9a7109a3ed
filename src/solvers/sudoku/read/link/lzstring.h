/* lz-string, the compression in the links of f-puzzles and SudokuPad. */
#ifndef SUDOKU_LINK_LZSTRING_H
#define SUDOKU_LINK_LZSTRING_H

#include <solvers/kit/text_reader.h>

enum { LZSTRING_UNITS_MAX = 1 << 18 /* UTF-16 units of a text; a code of 18 bits can repeat all text before it */ };

struct lzstring_entry {
    uint32_t at, length; /* part of unit[] */
};

/* Memory for decoding. */
struct lzstring {
    uint16_t *unit;               /* [units_max] the text */
    struct lzstring_entry *entry; /* [entries_max] the dictionary */
    uint32_t units_max, entries_max;
};

/* Allocates memory for codes of at most `length` characters. A text may be 64 times as long as its code, and at most
 * LZSTRING_UNITS_MAX. False after reporting NASH_NOMEM. */
bool lzstring_begin(const struct reader *r, size_t length, struct lzstring *memory);

/* Decodes a text of base64, in the alphabet with "+/=" or "+-$". *text is UTF-8 in the arena, NUL-terminated; its `at`
 * is NULL when the code is damaged, or the text would be too long. False after reporting NASH_NOMEM. */
bool lzstring_decode(const struct reader *r, const struct lzstring *memory, struct text_span code,
                     struct text_span *text);

#endif
