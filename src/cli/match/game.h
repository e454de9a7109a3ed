/* One game of a match between seats. */
#ifndef CLI_MATCH_GAME_H
#define CLI_MATCH_GAME_H

#include "arguments.h"

enum match_ending {
    MATCH_CONNECTED,   /* the winner joined its edges */
    MATCH_ADJUDICATED, /* "exact" proved the winner */
    MATCH_RESIGNED,
    MATCH_FAILED, /* the loser died, lied, or had no move */
    MATCH_HANGS   /* the loser did not reply in time */
};
extern const char *const match_ending_names[];

struct match_game {
    struct hex_game game;     /* for the statistics; its moves are the opening only */
    struct hex_record record; /* all moves, names and the winner */
    enum match_ending ending;
    struct nash_buf why;   /* of a failure; freed by the caller */
    enum hex_color proved; /* after a resignation or a failure: who wins the last position; HEX_EMPTY: not proved */
};

/* Plays game `number` of the match, from 0. block: HEX_GAME_MEMORY bytes, aligned to 64. Returns false if a signal
 * ended it. */
bool match_play(struct match_arguments *arguments, unsigned number, void *block, struct match_game *game);

#endif
