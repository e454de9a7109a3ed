/* The XML of .opensudoku files. */
#ifndef SUDOKU_TEXT_XML_H
#define SUDOKU_TEXT_XML_H

#include "../../input.h"
#include "../page.h"

/* Finds the attribute `data` of the only <game>. False after reporting at the JSON pointer `at` that there is none, or
 * more than one. */
bool xml_find(const struct reader *r, const char *at, struct text_span text, struct text_span *puzzle);

#endif
