/* What the files that read the JSON form share. */
#ifndef SUDOKU_READER_H
#define SUDOKU_READER_H

#include "draft.h"

enum { SUDOKU_TEXT_MAX = 16384 };

struct sudoku_reader {
    const struct nash_json *doc;
    struct nash_arena *arena;
    struct nash_error *error;
};

/* A string of 1..SUDOKU_TEXT_MAX characters, printable ASCII and white space: parse.c. */
enum nash_status sudoku_read_text(const struct sudoku_reader *reader, const cJSON *item, const char *at,
                                  struct sudoku_row *row);

/* diagonal, disjoint, regions and cages: parse_variant.c. */
enum nash_status sudoku_read_variant(const struct sudoku_reader *reader, struct sudoku_draft *draft);

/* method, shards and all that belongs to them: parse_play.c. */
enum nash_status sudoku_read_play(const struct sudoku_reader *reader, struct sudoku_draft *draft);

#endif
