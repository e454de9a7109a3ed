/* The files that read the JSON form. All of them report errors through the reader. */
#ifndef SUDOKU_READ_JSON_H
#define SUDOKU_READ_JSON_H

#include "input.h"

enum { SUDOKU_TEXT_MAX = 16384, SUDOKU_PASTE_MAX = 131072, SUDOKU_BOX_MIN = 2, SUDOKU_BOX_MAX = 24 };

/* Reads the string r: 1..SUDOKU_TEXT_MAX characters, printable ASCII and white space. */
void sudoku_read_string(const struct reader *r, struct sudoku_row *row);

/* Reads and checks the members that may stand beside a text: all but puzzle, grid and generate. */
void sudoku_read_beside_text(struct reader *r, struct sudoku_input *input);

/* Reads the members diagonal, disjoint, regions and cages: json_variant.c. */
void sudoku_read_variant(struct reader *r, struct sudoku_input *input);

/* Reads the members of enum sudoku_option: json_game.c. */
void sudoku_read_game(struct reader *r, struct sudoku_input *input);

/* Reads the member generate: json_generate.c. A size or box in it replaces those of the root. If another member
 * contradicts it, *second is set to its name. */
void sudoku_read_generate(struct reader *r, struct sudoku_input *input, const char **second);

#endif
