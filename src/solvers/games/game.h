/* Games with turns: the rules of each game in one file, behind one interface. src/api/games serves all of them.
 *
 * A play is a position with its history; it has no pointers to memory of its own, so a copy is a play, too. A move is a
 * short text, as clients write it. Two seats move in turn; seat 0 begins. */
#ifndef GAMES_GAME_H
#define GAMES_GAME_H

#include <stdbool.h>
#include <stdint.h>

#include <nash/jsonw.h>
#include <solvers/kit/reader.h>

enum {
    NASH_MOVE_MAX = 32,    /* bytes of a move, with NUL */
    NASH_MOVES_MAX = 1024, /* moves of any game, resigning included */
    NASH_PLAY_BYTES = 2560 /* state of a game's own */
};

struct nash_play {
    const struct nash_game *game;
    unsigned moves;   /* number of moves made */
    unsigned to_move; /* seat; without a meaning when the game is over */
    bool over;
    int winner;      /* seat; -1: none */
    const char *why; /* how it ended: "line", "resigned"; NULL while it goes on */
    _Alignas(8) unsigned char own[NASH_PLAY_BYTES];
};

/* Receives the moves of a list. */
typedef void nash_move_each(void *context, const char *move);

/* A form in which a game writes its record, besides JSON. */
struct nash_record_form {
    const char *name;       /* of a request, and the extension of a file: "sgf"; NULL ends a list */
    const char *media_type; /* "application/x-go-sgf" */
};

struct nash_game {
    const char *name;            /* of a request: "hex" */
    const char *title;           /* for readers: "Hex" */
    const char *seat[2];         /* names of the seats: "black", "white" */
    const char *const *settings; /* members that start() reads, ended by NULL */
    const char *engine_kind;     /* kind of the problems that answer for a move */
    bool has_engines;            /* they have a member "engine"; otherwise the only engine is "auto" */

    /* Reads the settings into the cleared play->own. Errors go to the reader. */
    void (*start)(struct reader *r, struct nash_play *play);
    /* Makes a move; sets over, winner and why if it ends the game. Returns false with *error at /move; the play is
     * unchanged then. The game is not over. */
    bool (*apply)(struct nash_play *play, const char *move, struct nash_error *error);
    /* Lists the legal moves in a fixed order; at most `most`. The game is not over. */
    void (*legal)(const struct nash_play *play, unsigned most, nash_move_each *each, void *context);
    /* Writes members that draw the position. */
    void (*write)(const struct nash_play *play, struct nash_jsonw *json);

    /* Writes the members of the problem of this position, to which those of the engine are added. */
    void (*write_problem)(const struct nash_play *play, struct nash_jsonw *json);
    const char *const *problem; /* names of these members, ended by NULL: an engine must not have them */
    /* Reads the move from the result of such a problem. Returns false if it names none: any legal move is as good. */
    bool (*read_move)(struct reader *result, char move[NASH_MOVE_MAX]);

    const struct nash_record_form *forms; /* of records; NULL: none */
    /* Appends the record of the moves made, in forms[form]. player: names of both seats. NASH_UNPROCESSABLE if this
     * form cannot hold it. NULL without forms. */
    enum nash_status (*write_record)(const struct nash_play *play, unsigned form, const char *const player[2],
                                     struct nash_buf *out, struct nash_error *error);
};

extern const struct nash_game nash_game_hex, nash_game_connect4, nash_game_tictactoe, nash_game_grundy, nash_game_nim;
extern const struct nash_game *const nash_games[]; /* ended by NULL */

/* Returns the game of this name, or NULL. */
const struct nash_game *nash_game_find(const char *name);

/* Begins a play with the settings at r. Returns reader_status(). */
enum nash_status nash_play_start(struct nash_play *play, const struct nash_game *game, struct reader *r);
/* Makes the move of the seat to move. "resign" ends every game, "resign SEAT" also while the other seat is to move.
 * Returns NASH_OK, NASH_CONFLICT (type "game-over") or
 * NASH_UNPROCESSABLE (type "illegal-move") with *error at /move; the play is unchanged then. */
enum nash_status nash_play_move(struct nash_play *play, const char *move, struct nash_error *error);
/* Returns the seat that resigns by this move, or -1 if it is another move. */
int nash_play_resigns(const struct nash_play *play, const char *move);
/* Lists at most `most` legal moves; none when the game is over. Resigning is not among them. */
void nash_play_legal(const struct nash_play *play, unsigned most, nash_move_each *each, void *context);

/* For games: refuse a move at /move, and end the game. Return false, true. */
bool nash_play_refuse(struct nash_error *error, const char *format, ...) __attribute__((format(printf, 2, 3)));
bool nash_play_end(struct nash_play *play, int winner, const char *why);

#endif
