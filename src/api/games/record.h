/* A game as a document of the store: what is in its meta, and its JSON. Only in the thread.
 *
 * The meta is {"settings": {...}, "players": {SEAT: "human" or {...}, ...}, "invite": "...", "moves": [...], "made": N,
 * "error": {...}, "request": "..."}. The first `made` moves are made; those behind them were taken back and can be made
 * again. Games of earlier versions have no invitation. */
#ifndef API_GAMES_RECORD_H
#define API_GAMES_RECORD_H

#include <nash/hash.h>
#include <solvers/games/game.h>

#include "state.h"

enum {
    GAME_INVITE_BYTES = 16,
    GAME_INVITE_TEXT = 2 * GAME_INVITE_BYTES + 1,
    GAME_REQUEST_TEXT = 2 * NASH_HASH_BYTES + 1
};

struct game_record {
    const struct nash_game *game;
    char invite[GAME_INVITE_TEXT];    /* the secret of guests; "": none */
    char request[GAME_REQUEST_TEXT];  /* hash of the body that came with an Idempotency-Key; "": none */
    struct slice settings, player[2]; /* JSON; parts of `meta` */
    struct bytes *meta;               /* NULL before the first game_record_save() */
    unsigned made, known;             /* moves made, and with those that can be made again */
    struct bytes *error;              /* problem details of an engine that failed, or NULL */
    struct nash_play play;            /* after the moves made */
    char move[NASH_MOVES_MAX][NASH_MOVE_MAX];
};

/* Reads the record of a row. Returns NULL with *error; freed by game_record_free(). */
struct game_record *game_record_new(const struct store_document *row, struct nash_error *error);
void game_record_free(struct game_record *record); /* NULL is allowed */
/* Makes the meta of a record. Returns NULL without memory. */
struct bytes *game_record_meta(const struct game_record *record);

/* Sets the play to the first `made` moves. Returns false with *error if they cannot be made. */
bool game_record_replay(struct game_record *record, unsigned made, struct nash_error *error);
/* Makes a move, which forgets those that could be made again. */
bool game_record_move(struct game_record *record, const char *move, struct nash_error *error);

/* Returns whether a seat is an engine's. */
bool game_is_engine(const struct game_record *record, unsigned seat);
/* Returns whether an engine is to move and has not failed. */
bool game_is_thinking(const struct game_record *record);

/* Returns whether a text is the invitation, in constant time. */
bool game_is_invited(const struct game_record *record, const char *secret);

/* Writes the object that clients see; for a guest without the invitation. */
void game_write_whole(const struct store_document *row, const struct game_record *record, bool is_guest,
                      struct nash_jsonw *json);
/* Writes a line of the list. */
void game_write_brief(const struct store_document *row, struct nash_jsonw *json);

#endif
