/* A seat of a match: an engine of ours, or an external program that speaks HTP. */
#ifndef CLI_MATCH_SEAT_H
#define CLI_MATCH_SEAT_H

#include <solvers/hex/match/game.h>
#include <solvers/hex/records/record.h>

#include "program.h"

enum { SEAT_SETUPS_MAX = 64 };

/* How a seat has moved. */
enum seat_status { SEAT_MOVED, SEAT_RESIGNED, SEAT_FAILED, SEAT_HANGS, SEAT_INTERRUPTED };

struct seat {
    char label[2];            /* "a" or "b" */
    const char *text;         /* as the command line names it */
    const char *command;      /* of an external program; NULL: an engine of ours */
    struct hex_player player; /* the engine */
    const char *setup[SEAT_SETUPS_MAX];
    unsigned setups;     /* commands to the program after its start */
    bool swap;           /* White may swap */
    uint64_t timeout_ms; /* of a reply; 0: no limit */
    bool show_errors;    /* the program's stderr is ours */

    struct program program;
    char name[HEX_PLAYER_MAX]; /* for records: name and version of the program, or the text */
    bool begun;                /* the program has the board of this game */
    unsigned told;             /* moves of this game that it knows */
    uint64_t moves;            /* of all games, that it was asked for */
    double cpu_s;              /* used by the engine for them; a program's is in `program` */
};

/* Starts the program, if the seat has one, and prepares it. Returns false after writing into why. */
bool seat_open(struct seat *seat, struct nash_buf *why);
/* Begins a game. A program that has died since is started again when it is to move. */
void seat_begin(struct seat *seat);
/* Requests the move of `color` after the moves of a record, which are legal. May move: cells, and swap-pieces if
 * `swap`. Anything else but SEAT_MOVED and SEAT_RESIGNED is explained in why; after a failure the program has ended. */
enum seat_status seat_genmove(struct seat *seat, const struct hex_record *record, const struct hex_board *board,
                              enum hex_color color, bool swap, struct hex_move *move, struct nash_buf *why);
void seat_close(struct seat *seat);

#endif
