/* POST /v1/games makes a game; GET /v1/games lists those that the caller may see. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <api/documents/list.h>
#include <api/documents/members.h>
#include <base/clock.h>
#include <base/secret.h>

#include "change.h"

enum { GAME_BODY_BYTES = 64 << 10, GAME_ARENA = 4 << 20 };

/* ---- reading ---- */

static const struct nash_game *read_game(struct reader *r)
{
    char names[128];
    size_t used = 0;
    reader_require(r, (const char *const[]){"game", NULL});
    const char *name = reader_string(r, "game", 64);
    const struct nash_game *game = name != NULL ? nash_game_find(name) : NULL;
    if (game != NULL || name == NULL)
        return game;
    for (unsigned i = 0; nash_games[i] != NULL; i++)
        used += (size_t)snprintf(names + used, sizeof names - used, "%s%s", i > 0 ? ", " : "", nash_games[i]->name);
    reader_fail(r, NASH_INVALID, "game", "unknown game \"%.64s\"; known: %s", name, names);
    return NULL;
}

static void read_members(struct reader *r, const struct nash_game *game)
{
    enum { MEMBERS_MAX = 16 };
    const char *names[MEMBERS_MAX + 1] = {"game", "players"};
    for (unsigned i = 0; game->settings[i] != NULL && i + 2 < MEMBERS_MAX; i++)
        names[i + 2] = game->settings[i];
    reader_only_listed(r, names);
}

/* Reads one seat: "human", or an object with the options of an engine. */
static void read_seat(struct reader *players, const char *seat)
{
    struct reader player;
    if (!reader_member(&player, players, seat) || cJSON_IsObject(player.value))
        return;
    if (!cJSON_IsString(player.value) || strcmp(player.value->valuestring, "human") != 0)
        reader_fail(players, NASH_INVALID, seat, "a player is \"human\" or an engine, such as {\"engine\": \"auto\"}");
}

static void read_players(struct reader *r, const struct nash_game *game)
{
    struct reader players;
    if (!reader_object(&players, r, "players"))
        return;
    reader_only(&players, (const char *const[]){game->seat[0], game->seat[1], NULL});
    read_seat(&players, game->seat[0]);
    read_seat(&players, game->seat[1]);
}

/* Copies the members that are settings of the game. */
static void copy_settings(struct slice body, const struct nash_game *game, struct nash_buf *out)
{
    struct nash_jsonw json = NASH_JSONW(out);
    nash_jsonw_object(&json);
    for (unsigned i = 0; game->settings[i] != NULL; i++) {
        struct slice value = json_member_of(body, game->settings[i]);
        if (value.text != NULL)
            nash_jsonw_kraw(&json, game->settings[i], value.text, value.len);
    }
    nash_jsonw_object_end(&json);
}

/* Fills the record of a new game. settings: receives their JSON, to which the record points. */
static bool read_new(struct call *call, struct slice body, struct game_record *record, struct nash_buf *settings)
{
    struct call_members members;
    struct reader *r = &members.reader;
    bool good = call_members_open(call, body, GAME_ARENA, &members);
    if (good) {
        record->game = read_game(r);
        good = record->game != NULL;
    }
    if (good) {
        read_members(r, record->game);
        read_players(r, record->game);
        good = nash_play_start(&record->play, record->game, r) == NASH_OK;
    }
    if (good) {
        copy_settings(body, record->game, settings);
        record->settings = (struct slice){settings->data, settings->len};
        good = !settings->failed || call_no_memory(call);
    }
    call_members_close(&members);
    return good;
}

static bool read_engines(struct call *call, struct slice body, struct game_record *record)
{
    static const struct slice human = {"\"human\"", sizeof "\"human\"" - 1};
    struct slice players = json_member_of(body, "players");
    for (unsigned seat = 0; seat < 2; seat++) {
        struct slice player = json_member_of(players, record->game->seat[seat]);
        char pointer[64];
        snprintf(pointer, sizeof pointer, "/players/%s", record->game->seat[seat]);
        record->player[seat] = player.text != NULL ? player : human;
        if (game_is_engine(record, seat) &&
            !game_engine_check(games_of(call), call->owner, record, player, pointer, &call->error))
            return false;
    }
    return true;
}

/* ---- storing ---- */

/* Sets the id of the game, and what its request was if it has an Idempotency-Key. */
static void set_id(const struct call *call, struct game_record *record, struct job_id *id)
{
    if (!call_document_id(call, "nashd-game-1", id))
        return;
    struct nash_hash hash = nash_sha256_of(call->body.data, call->body.len);
    hex_encode(record->request, hash.byte, sizeof hash.byte);
}

/* Makes the game that has this Idempotency-Key the outcome. Returns false if there is none. */
static bool use_older(struct call *call, const struct game_record *new, const struct job_id *id)
{
    struct store_document row;
    if (call->idempotency == NULL)
        return false;
    if (!document_read(call->room, id, call->owner, false, &row, &call->error)) {
        bool missing = call->error.status == NASH_NOT_FOUND;
        if (missing)
            call->error = (struct nash_error){0};
        return !missing;
    }
    struct game_record *older = game_record_new(&row, &call->error);
    if (older != NULL && strcmp(older->request, new->request) != 0) {
        call_fail(call, NASH_UNPROCESSABLE, "idempotency-mismatch", "",
                  "This Idempotency-Key came with another game before. Use a new key for each new request.");
    } else if (older != NULL) {
        document_path(call->location, "/v1/games", id, "");
        game_answer(call, 200, &row, older);
        game_await_engine(call, &row);
    }
    game_record_free(older);
    store_document_release(&row);
    return true;
}

static void store_new(struct call *call, struct game_record *record)
{
    struct games *games = games_of(call);
    unsigned char invite[GAME_INVITE_BYTES];
    struct store_document row = {.version = 1, .created_ms = clock_wall_ms()};
    set_id(call, record, &row.id);
    if (use_older(call, record, &row.id))
        return;
    snprintf(row.type, sizeof row.type, "%s", call->room->type);
    snprintf(row.owner, sizeof row.owner, "%s", call->owner);
    snprintf(row.kind, sizeof row.kind, "%s", record->game->name);
    secret_random(invite, sizeof invite);
    hex_encode(record->invite, invite, sizeof invite);
    row.updated_ms = row.created_ms;
    row.meta = game_record_meta(record);
    struct store_op op = {.verb = STORE_DOCUMENT_ADD, .document = &row, .limit = games->most};
    if (row.meta == NULL) {
        call_no_memory(call);
    } else if (document_write(call->room, &op) == NASH_UNPROCESSABLE) {
        call_fail(call, NASH_BUSY, "too-many-requests", "",
                  "there are %u games of this key, and there may be no more; delete one first", games->most);
    } else if (op.status == NASH_CONFLICT) { /* another server with the same database was first */
        use_older(call, record, &row.id);
    } else if (op.status != NASH_OK) {
        document_explain_write(op.status, &call->error);
    } else {
        document_path(call->location, "/v1/games", &row.id, "");
        game_answer(call, 201, &row, record);
        game_think(games, &row, record);
        game_await_engine(call, &row);
    }
    store_document_release(&row);
}

static void post_work(struct call *call)
{
    struct slice body = call_object(call);
    struct nash_buf settings = NASH_BUF_INIT(0);
    struct game_record *record = NULL;
    if (body.text == NULL)
        return;
    record = calloc(1, sizeof *record);
    if (record == NULL)
        call_no_memory(call);
    else if (read_new(call, body, record, &settings) && read_engines(call, body, record))
        store_new(call, record);
    game_record_free(record);
    nash_buf_free(&settings);
}

void api_games_head(struct http_request *request)
{
    call_json_head(request, GAME_BODY_BYTES);
}

void api_games_post(struct http_request *request)
{
    struct call *call = NULL;
    if (!api_is_draining(request) && api_query_only(request, (const char *const[]){NULL}))
        call = call_new(request, games_room(request), post_work, game_reply);
    if (call == NULL)
        return;
    call->wait_ms = api_read_wait_s(request, 0) * 1000;
    call_start(request, call);
}

/* ---- the list ---- */

static bool is_game(const char *name)
{
    return nash_game_find(name) != NULL;
}

void api_games_list(struct http_request *request)
{
    static const struct document_collection collection = {
        .path = "/v1/games", .member = "games", .filter = "game", .is_known = is_game, .write = game_write_brief};
    documents_list(request, games_room(request), &collection);
}
