/* /v1/games/{id}: shows a game, removes it; moves, takes back, makes again, lets a failed engine try again.
 *
 * A change requires If-Match with the ETag of the position that its client has seen, so that of two clients who see the
 * same position exactly one moves. */
#include <stdio.h>
#include <string.h>

#include <api/negotiation.h>
#include <http/reply.h>

#include "change.h"

typedef bool game_verb(struct call *call, struct game_record *record);

/* ---- reading ---- */

static void get_work(struct call *call)
{
    struct store_document row;
    struct game_record *record = game_of_call(call, &row);
    if (record == NULL)
        return;
    game_answer(call, 200, &row, record);
    call->may_be_unchanged = true;
    game_record_free(record);
    store_document_release(&row);
}

void api_game_get(struct http_request *request)
{
    struct call *call = NULL;
    if (api_query_only(request, (const char *const[]){"invite", NULL}) &&
        api_accepts_or_406(request, "application/json"))
        call = game_call_new(request, get_work, game_reply);
    if (call != NULL)
        call_start(request, call);
}

/* ---- removing ---- */

static void delete_work(struct call *call)
{
    if (call_remove_document(call))
        game_forget(games_of(call), &call->id);
}

void api_game_delete(struct http_request *request)
{
    if (api_query_only(request, (const char *const[]){NULL}))
        call_simple(request, games_room(request), delete_work, NULL);
}

/* ---- changing ---- */

/* Returns whether If-Match has the ETag of this version. */
static bool is_matched(const char *if_match, int64_t version)
{
    char tag[24];
    size_t len = (size_t)snprintf(tag, sizeof tag, "\"%lld\"", (long long)version);
    for (const char *at = if_match; *at != '\0';) {
        at += strspn(at, " \t,");
        if (*at == '*' || (strncmp(at, tag, len) == 0 && strchr(" \t,", at[len]) != NULL))
            return true;
        at += strcspn(at, ",");
    }
    return false;
}

/* Makes 412 with the current game the outcome. */
static void answer_conflict(struct call *call, const struct store_document *row, const struct game_record *record)
{
    const struct nash_error error = {.type = "precondition-failed",
                                     .detail = "the game has changed; \"game\" is its current state"};
    game_answer(call, 412, row, record);
    struct nash_buf problem = NASH_BUF_INIT(0);
    http_problem_write(&problem, 412, &error, NULL);
    if (problem.len > 0 && !problem.failed) {
        nash_buf_erase(&problem, problem.len - 1, problem.len); /* the closing brace */
        nash_buf_puts(&problem, ",\"game\":");
        nash_buf_add(&problem, call->json.data, call->json.len);
        nash_buf_putc(&problem, '}');
    }
    nash_buf_reset(&call->json);
    nash_buf_add(&call->json, problem.data, problem.len);
    call->json.failed = call->json.failed || problem.failed;
    nash_buf_free(&problem);
}

/* Stores a change and makes it the outcome. A conflict comes from another server with the same database. */
static void store_change(struct call *call, struct store_document *row, struct game_record *record)
{
    enum nash_status status = game_change(games_of(call), row, record);
    if (status == NASH_OK) {
        game_answer(call, 200, row, record);
        game_await_engine(call, row);
    } else if (status == NASH_CONFLICT) {
        call_fail(call, NASH_CONFLICT, "conflict", "", "the game was changed meanwhile; read it and try again");
    } else if (status == NASH_NOT_FOUND) {
        call_fail(call, NASH_NOT_FOUND, call->room->missing, "", "the game was removed");
    } else {
        document_explain_write(status, &call->error);
    }
}

static void change_work(struct call *call, game_verb *verb)
{
    struct store_document row;
    struct game_record *record = game_of_call(call, &row);
    if (record == NULL)
        return;
    if (!is_matched(call->if_match, row.version)) {
        answer_conflict(call, &row, record);
    } else if (verb(call, record)) {
        bytes_unref(record->error);
        record->error = NULL;
        store_change(call, &row, record);
    }
    game_record_free(record);
    store_document_release(&row);
}

/* Makes a change of the game of the path. */
static void change_start(struct http_request *request, call_work *work)
{
    const char *if_match = http_header(request, "If-Match");
    if (api_is_draining(request) || !api_query_only(request, (const char *const[]){"invite", NULL}))
        return;
    if (if_match == NULL) {
        http_problem_text(request, 428, "precondition-required",
                          "send If-Match with the ETag of the position that you have seen, such as \"1\"");
        return;
    }
    struct call *call = game_call_new(request, work, game_reply);
    if (call == NULL)
        return;
    snprintf(call->if_match, sizeof call->if_match, "%s", if_match);
    call->wait_ms = api_read_wait_s(request, 0) * 1000;
    call_start(request, call);
}

/* ---- moves ---- */

/* Reads the body {"move": "a2"} into move[NASH_MOVE_MAX]. */
static bool read_move(struct call *call, char *move)
{
    struct slice body = call_object(call);
    if (body.text == NULL || !call_members_only(call, body, (const char *const[]){"move", NULL}))
        return false;
    struct slice value = json_member_of(body, "move"), text = slice_string(value);
    if (text.text == NULL && value.text != NULL && value.text[0] == '"')
        return call_fail(call, NASH_UNPROCESSABLE, "illegal-move", "/move", "a move is written without escapes");
    if (text.text == NULL || text.len == 0 || text.len >= NASH_MOVE_MAX)
        return call_fail(call, NASH_INVALID, "", "/move", "expected a move, a string of 1 to %d characters",
                         NASH_MOVE_MAX - 1);
    snprintf(move, NASH_MOVE_MAX, "%.*s", (int)text.len, text.text);
    return true;
}

/* Returns the seat that makes this move. While an engine is to move, "resign" is of the other seat, and is completed
 * with its name. */
static unsigned seat_of_move(const struct game_record *record, char *move)
{
    unsigned to_move = record->play.to_move;
    if (strcmp(move, "resign") == 0 && game_is_engine(record, to_move))
        snprintf(move, NASH_MOVE_MAX, "resign %s", record->game->seat[1 - to_move]);
    int resigns = nash_play_resigns(&record->play, move);
    return resigns >= 0 ? (unsigned)resigns : to_move;
}

static bool make_move(struct call *call, struct game_record *record)
{
    char move[NASH_MOVE_MAX];
    if (!read_move(call, move))
        return false;
    unsigned seat = record->play.over ? 0 : seat_of_move(record, move);
    if (!record->play.over && game_is_engine(record, seat))
        return call_fail(call, NASH_CONFLICT, "wrong-turn", "/move", "an engine plays %s, and moves by itself",
                         record->game->seat[seat]);
    return game_record_move(record, move, &call->error);
}

static void move_work(struct call *call)
{
    change_work(call, make_move);
}

void api_game_move(struct http_request *request)
{
    change_start(request, move_work);
}

/* Takes back the last move and those before it, until a person is to move. */
static bool take_back(struct call *call, struct game_record *record)
{
    unsigned made = record->made;
    if (made == 0)
        return call_fail(call, NASH_CONFLICT, "conflict", "", "no move has been made that could be taken back");
    for (made--; game_is_engine(record, made % 2); made--)
        if (made == 0)
            return call_fail(call, NASH_CONFLICT, "conflict", "", "no move of a person could be taken back");
    return game_record_replay(record, made, &call->error);
}

static void undo_work(struct call *call)
{
    change_work(call, take_back);
}

void api_game_undo(struct http_request *request)
{
    change_start(request, undo_work);
}

/* Makes the next move again that was taken back and those behind it, until a person is to move. */
static bool make_again(struct call *call, struct game_record *record)
{
    unsigned made = record->made;
    if (made == record->known)
        return call_fail(call, NASH_CONFLICT, "conflict", "", "no move was taken back that could be made again");
    for (made++; made < record->known && game_is_engine(record, made % 2);)
        made++;
    return game_record_replay(record, made, &call->error);
}

static void redo_work(struct call *call)
{
    change_work(call, make_again);
}

void api_game_redo(struct http_request *request)
{
    change_start(request, redo_work);
}

static bool try_again(struct call *call, struct game_record *record)
{
    if (record->error == NULL)
        return call_fail(call, NASH_CONFLICT, "conflict", "", "no engine of this game has failed");
    return true;
}

static void engine_work(struct call *call)
{
    change_work(call, try_again);
}

void api_game_engine(struct http_request *request)
{
    change_start(request, engine_work);
}
