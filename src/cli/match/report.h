/* What a match prints: a line for each game, a table, or JSON. */
#ifndef CLI_MATCH_REPORT_H
#define CLI_MATCH_REPORT_H

#include <stdio.h>

#include "game.h"

/* Prints the names of the seats and the heads of the columns. */
void report_begin(FILE *out, const struct match_arguments *arguments);
/* Prints the line of a game; number: from 1. */
void report_game(FILE *out, const struct match_game *game, unsigned number);
/* Prints wins by color with their intervals, the Elo difference, the sequential test, and times. The seats are
 * closed. */
void report_table(FILE *out, const struct match_arguments *arguments, const struct hex_match_answer *answer);

/* Appends a game to the array of records. */
void report_record(struct nash_jsonw *records, const struct match_game *game);
/* Prints the result as JSON. records: the elements of the array of records. */
void report_json(FILE *out, const struct match_arguments *arguments, const struct hex_match_answer *answer,
                 const struct nash_buf *records);

#endif
