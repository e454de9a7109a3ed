/* Links of other programs, and the JSON that they carry. */
#ifndef SUDOKU_LINK_LINK_H
#define SUDOKU_LINK_LINK_H

#include <nash/json.h>
#include <solvers/kit/text_reader.h>

#include "../input.h"

/* Reads a link of SudokuWiki (?bd=), f-puzzles or SudokuPad, the code of such a link alone, or the JSON of f-puzzles or
 * SudokuPad, and fills in the grid, the size, regions, cages and rules. *found is false when the text is none of these.
 * A link to a grid in one line only sets *line to it (in the arena). Errors are reported at input->at. False after an
 * error. */
bool link_read(const struct reader *r, struct sudoku_input *input, const char *text, size_t len, bool *found,
               struct text_span *line);

/* True for the JSON of a puzzle of f-puzzles or SudokuPad: its cells are objects. */
bool link_is_puzzle(const cJSON *value);

/* Reads such JSON, which stands at input->at in the document doc. False after reporting an error at its place. */
bool link_read_json(const struct reader *r, struct sudoku_input *input, const struct nash_json *doc, cJSON *value);

#endif
