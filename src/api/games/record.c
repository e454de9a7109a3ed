#include "record.h"

#include <stdlib.h>
#include <string.h>

#include <base/clock.h>
#include <base/secret.h>

/* ---- reading ---- */

/* Reads an array of strings without escapes. Returns false if it is anything else. */
static bool read_moves(struct game_record *record, struct slice moves)
{
    const char *at = moves.text, *end = at + moves.len;
    while ((at = memchr(at, '"', (size_t)(end - at))) != NULL) {
        const char *close = memchr(at + 1, '"', (size_t)(end - at - 1));
        size_t len = close != NULL ? (size_t)(close - at - 1) : NASH_MOVE_MAX;
        if (len >= NASH_MOVE_MAX || record->known == NASH_MOVES_MAX)
            return false;
        memcpy(record->move[record->known], at + 1, len);
        record->move[record->known++][len] = '\0';
        at = close + 1;
    }
    return true;
}

static bool record_read(struct game_record *record, const struct store_document *row, struct nash_error *error)
{
    int64_t made = 0;
    struct slice all = slice_of(row->meta), players = json_member_of(all, "players");
    struct slice moves = json_member_of(all, "moves"), count = json_member_of(all, "made");
    struct slice problem = json_member_of(all, "error"), invite = slice_string(json_member_of(all, "invite"));
    record->game = nash_game_find(row->kind);
    if (record->game == NULL || moves.text == NULL || count.text == NULL || !read_moves(record, moves) ||
        !nash_parse_int64(count.text, count.len, &made) || made < 0 || made > record->known) {
        nash_fail(error, NASH_INTERNAL, "", "this server cannot read the stored game");
        return false;
    }
    record->meta = bytes_ref(row->meta);
    record->settings = json_member_of(all, "settings");
    for (unsigned seat = 0; seat < 2; seat++)
        record->player[seat] = json_member_of(players, record->game->seat[seat]);
    struct slice request = slice_string(json_member_of(all, "request"));
    if (invite.text != NULL && invite.len == GAME_INVITE_TEXT - 1)
        memcpy(record->invite, invite.text, invite.len);
    if (request.text != NULL && request.len == GAME_REQUEST_TEXT - 1)
        memcpy(record->request, request.text, request.len);
    record->error = problem.text != NULL ? bytes_copy(problem.text, problem.len) : NULL;
    return game_record_replay(record, (unsigned)made, error);
}

struct game_record *game_record_new(const struct store_document *row, struct nash_error *error)
{
    struct game_record *record = calloc(1, sizeof *record);
    if (record == NULL)
        nash_fail_type(error, NASH_BUSY, "out-of-memory", "", "the server has no memory for this game");
    if (record == NULL || record_read(record, row, error))
        return record;
    game_record_free(record);
    return NULL;
}

void game_record_free(struct game_record *record)
{
    if (record == NULL)
        return;
    bytes_unref(record->meta);
    bytes_unref(record->error);
    free(record);
}

bool game_record_replay(struct game_record *record, unsigned made, struct nash_error *error)
{
    enum { ARENA = 256 << 10 };
    struct nash_arena *arena = nash_arena_new(ARENA);
    struct nash_json doc = {0};
    struct reader r;
    enum nash_status status = NASH_NOMEM;
    if (arena != NULL)
        status = nash_json_parse(&doc, record->settings.text, record->settings.len, arena, error);
    if (status == NASH_OK) {
        reader_root(&r, &doc, arena, error);
        status = nash_play_start(&record->play, record->game, &r);
    }
    for (unsigned i = 0; i < made && status == NASH_OK; i++)
        status = nash_play_move(&record->play, record->move[i], error);
    record->made = made;
    nash_json_free(&doc);
    nash_arena_free(arena);
    return status == NASH_OK;
}

bool game_record_move(struct game_record *record, const char *move, struct nash_error *error)
{
    if (nash_play_move(&record->play, move, error) != NASH_OK)
        return false;
    strncpy(record->move[record->made], move, NASH_MOVE_MAX - 1);
    record->known = ++record->made;
    return true;
}

/* ---- players ---- */

bool game_is_engine(const struct game_record *record, unsigned seat)
{
    return slice_is_object(record->player[seat]);
}

bool game_is_invited(const struct game_record *record, const char *secret)
{
    return record->invite[0] != '\0' && strlen(secret) == GAME_INVITE_TEXT - 1 &&
           secret_equal(secret, record->invite, GAME_INVITE_TEXT - 1);
}

bool game_is_thinking(const struct game_record *record)
{
    return !record->play.over && record->error == NULL && game_is_engine(record, record->play.to_move);
}

/* ---- writing ---- */

static void write_kslice(struct nash_jsonw *json, const char *key, struct slice value)
{
    nash_jsonw_kraw(json, key, value.text, value.len);
}

static void write_players(const struct game_record *record, struct nash_jsonw *json)
{
    nash_jsonw_kobject(json, "players");
    for (unsigned seat = 0; seat < 2; seat++)
        write_kslice(json, record->game->seat[seat], record->player[seat]);
    nash_jsonw_object_end(json);
}

static void write_moves(const struct game_record *record, unsigned count, struct nash_jsonw *json)
{
    nash_jsonw_karray(json, "moves");
    for (unsigned i = 0; i < count; i++)
        nash_jsonw_string(json, record->move[i]);
    nash_jsonw_array_end(json);
}

struct bytes *game_record_meta(const struct game_record *record)
{
    struct nash_buf buf = NASH_BUF_INIT(0);
    struct nash_jsonw json = NASH_JSONW(&buf);
    nash_jsonw_object(&json);
    write_kslice(&json, "settings", record->settings);
    write_players(record, &json);
    if (record->invite[0] != '\0')
        nash_jsonw_kstring(&json, "invite", record->invite);
    if (record->request[0] != '\0')
        nash_jsonw_kstring(&json, "request", record->request);
    write_moves(record, record->known, &json);
    nash_jsonw_kuint(&json, "made", record->made);
    if (record->error != NULL)
        write_kslice(&json, "error", slice_of(record->error));
    nash_jsonw_object_end(&json);
    struct bytes *meta = buf.failed ? NULL : bytes_copy(buf.data, buf.len);
    nash_buf_free(&buf);
    return meta;
}

static void write_head(const struct store_document *row, const struct game_record *record, struct nash_jsonw *json)
{
    char id[JOB_ID_TEXT];
    nash_jsonw_kstring(json, "id", job_id_text(id, &row->id));
    nash_jsonw_kstring(json, "game", record->game->name);
    write_kslice(json, "settings", record->settings);
    write_players(record, json);
    nash_jsonw_kint(json, "version", row->version);
    nash_jsonw_kuint(json, "moves_made", record->made);
    nash_jsonw_kstring(json, "to_move", record->play.over ? NULL : record->game->seat[record->play.to_move]);
    nash_jsonw_kbool(json, "thinking", game_is_thinking(record));
}

static void write_end(const struct store_document *row, const struct game_record *record, struct nash_jsonw *json)
{
    char when[CLOCK_TEXT];
    if (record->play.over) {
        nash_jsonw_kobject(json, "result");
        nash_jsonw_kstring(json, "winner", record->play.winner < 0 ? NULL : record->game->seat[record->play.winner]);
        nash_jsonw_kstring(json, "why", record->play.why);
        nash_jsonw_object_end(json);
    } else {
        nash_jsonw_key(json, "result");
        nash_jsonw_null(json);
    }
    if (record->error != NULL)
        write_kslice(json, "error", slice_of(record->error));
    nash_jsonw_kstring(json, "created_at", clock_text(when, row->created_ms));
    nash_jsonw_kstring(json, "updated_at", clock_text(when, row->updated_ms));
}

static void write_legal(void *context, const char *move)
{
    nash_jsonw_string(context, move);
}

void game_write_whole(const struct store_document *row, const struct game_record *record, bool is_guest,
                      struct nash_jsonw *json)
{
    enum { LEGAL_MAX = 400 }; /* all moves of any board; piles may have more */
    nash_jsonw_object(json);
    write_head(row, record, json);
    if (row->owner[0] != '\0' && !is_guest)
        nash_jsonw_kstring(json, "owner", row->owner);
    if (record->invite[0] != '\0' && !is_guest)
        nash_jsonw_kstring(json, "invite", record->invite);
    write_moves(record, record->made, json);
    nash_jsonw_kuint(json, "redo", record->known - record->made);
    nash_jsonw_kobject(json, "position");
    record->game->write(&record->play, json);
    nash_jsonw_object_end(json);
    nash_jsonw_karray(json, "legal");
    nash_play_legal(&record->play, LEGAL_MAX, write_legal, json);
    nash_jsonw_array_end(json);
    write_end(row, record, json);
    nash_jsonw_object_end(json);
}

void game_write_brief(const struct store_document *row, struct nash_jsonw *json)
{
    struct nash_error error = {0};
    struct game_record *record = game_record_new(row, &error);
    char id[JOB_ID_TEXT];
    nash_jsonw_object(json);
    if (record != NULL) {
        write_head(row, record, json);
        write_end(row, record, json);
    } else { /* of a game that this server does not have */
        nash_jsonw_kstring(json, "id", job_id_text(id, &row->id));
        nash_jsonw_kstring(json, "game", row->kind);
    }
    if (row->owner[0] != '\0')
        nash_jsonw_kstring(json, "owner", row->owner);
    nash_jsonw_object_end(json);
    game_record_free(record);
}
