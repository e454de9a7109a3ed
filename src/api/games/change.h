/* Changes of a game: each is stored, then its streams receive it and its engine thinks. Only in the thread. */
#ifndef API_GAMES_CHANGE_H
#define API_GAMES_CHANGE_H

#include "record.h"

/* Stores the record as the next version of *row, which then holds it; sends it to the streams, and lets an engine think
 * that is to move. Returns NASH_OK; NASH_CONFLICT or NASH_NOT_FOUND if the game has changed or was removed; another
 * status if the database takes no writes. */
enum nash_status game_change(struct games *games, struct store_document *row, struct game_record *record);

/* Ends the work for a game that was removed, its streams and the calls that wait for it. */
void game_forget(struct games *games, const struct job_id *id);

/* Makes the call of a request on one game, which may have an invitation. Returns NULL after replying. */
struct call *game_call_new(struct http_request *request, call_work *work, call_reply *reply);
/* Reads the game of a call's path, if the call is by its owner or has its invitation. Returns NULL with the outcome
 * set; the row holds references. */
struct game_record *game_of_call(struct call *call, struct store_document *row);
/* Sets the outcome of a call: the game, with its ETag. */
void game_answer(struct call *call, unsigned status, const struct store_document *row,
                 const struct game_record *record);
/* Lets a call whose outcome is set wait for the next change of the game, which then is its outcome, if a job works for
 * the move of an engine and the client prefers to wait. */
void game_await_engine(struct call *call, const struct store_document *row);
/* Gives a change of a game to the calls that wait for it. record NULL: the game was removed; what they have done is
 * their outcome. */
void game_settle(struct games *games, const struct store_document *row, const struct game_record *record);
/* Replies with the outcome, at the end of the wait; the call_reply of all calls on one game. */
void game_reply(struct http_request *request, struct call *call);

/* ---- engine.c ---- */

/* Lets the engine that is to move think, if there is one. The row and its record are of the same version. */
void game_think(struct games *games, const struct store_document *row, const struct game_record *record);
/* Returns whether a job works for the move of an engine. */
bool game_has_thought(struct games *games, const struct job_id *id);
/* Cancels the job that works for a game, if there is one. */
void game_think_no_more(struct games *games, const struct job_id *id);
/* Checks the options of an engine by its kind, at the begin of the game; owner: of the game. Returns false with *error
 * below `pointer`. */
bool game_engine_check(struct games *games, const char *owner, const struct game_record *record, struct slice options,
                       const char *pointer, struct nash_error *error);
/* Lets all engines think that are to move. At the start. */
void games_resume(struct document_room *room);
/* Ends all thoughts. After the thread has ended. */
void games_thoughts_end(struct games *games);

/* ---- events.c ---- */

/* Sends a state of a game to its streams and to calls that wait; record NULL: it was removed. */
void game_publish(struct games *games, const struct store_document *row, const struct game_record *record);

#endif
