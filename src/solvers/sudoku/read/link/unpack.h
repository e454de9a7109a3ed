/* SudokuPad's short form of JSON. */
#ifndef SUDOKU_LINK_UNPACK_H
#define SUDOKU_LINK_UNPACK_H

#include <solvers/kit/text_reader.h>

/* Returns the JSON of a text in SudokuPad's short form, in the arena: names without quotes; strings in single quotes; t
 * and f for true and false; colours without quotes; nothing for {}. What is no such text gives something that is no
 * JSON. The span is NULL after reporting NASH_NOMEM. */
struct text_span sudokupad_unpack(const struct reader *r, struct text_span text);

#endif
