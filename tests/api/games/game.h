/* Helpers of the tests of /v1/games. */
#ifndef TESTS_API_GAME_H
#define TESTS_API_GAME_H

#include <check.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../harness/ask.h"
#include "../harness/daemon.h"
#include "../harness/database.h"

/* Without a limit of games. */
static struct daemon d = {.args = {"--workers", "2", "--grace", "1", "--games", "0"}};

static inline void sleep_ms(long ms)
{
    nanosleep(&(struct timespec){.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000}, NULL);
}

struct game {
    char path[64]; /* "/v1/games/ID" */
};

/* Makes a game of this body. */
static inline struct game game_new(const char *body)
{
    struct game game;
    struct answer answer = ask_json(d.port, "/v1/games", body);
    expect_status(&answer, 201);
    assert_string_equal(reply_header(&answer.reply, "ETag"), "\"1\"");
    snprintf(game.path, sizeof game.path, "%s", reply_header(&answer.reply, "Location"));
    answer_free(&answer);
    return game;
}

static inline struct answer game_get(const struct game *game)
{
    struct answer answer = ask_get(d.port, game->path);
    expect_status(&answer, 200);
    return answer;
}

static inline int game_number(const struct answer *answer, const char *name)
{
    const cJSON *item = answer_member(answer, name);
    assert_true(cJSON_IsNumber(item));
    return item->valueint;
}

/* Posts to a verb of a game, such as "/undo", with the version in If-Match. */
static inline struct answer game_post(const struct game *game, const char *verb, int version, const char *body)
{
    char path[96], header[48];
    snprintf(path, sizeof path, "%s%s", game->path, verb);
    snprintf(header, sizeof header, "If-Match: \"%d\"", version);
    return ask_json_with(d.port, path, header, body);
}

static inline struct answer game_move(const struct game *game, int version, const char *move)
{
    char body[64];
    snprintf(body, sizeof body, "{\"move\":\"%s\"}", move);
    return game_post(game, "/moves", version, body);
}

/* Makes moves, which must be legal, from this version on. Returns the version after them. */
static inline int game_make(const struct game *game, int version, const char *moves)
{
    char text[256], *rest = text;
    snprintf(text, sizeof text, "%s", moves);
    for (char *move; (move = strtok_r(rest, " ", &rest)) != NULL; version++) {
        struct answer answer = game_move(game, version, move);
        expect_status(&answer, 200);
        assert_int_equal(game_number(&answer, "version"), version + 1);
        answer_free(&answer);
    }
    return version;
}

/* Waits until no engine thinks. */
static inline struct answer game_until_quiet(const struct game *game)
{
    for (int i = 0; i < 2000; i++) {
        struct answer answer = game_get(game);
        if (!cJSON_IsTrue(answer_member(&answer, "thinking")))
            return answer;
        answer_free(&answer);
        sleep_ms(10);
    }
    fail_msg("%s thinks for ever", game->path);
    return game_get(game);
}

static inline void expect_moves(const struct game *game, const char *moves)
{
    struct answer answer = game_get(game);
    const cJSON *item;
    char text[512] = "";
    cJSON_ArrayForEach(item, answer_member(&answer, "moves"))
    {
        size_t used = strlen(text);
        snprintf(text + used, sizeof text - used, "%s%s", used > 0 ? " " : "", item->valuestring);
    }
    assert_string_equal(text, moves);
    answer_free(&answer);
}

static inline void expect_result(const struct game *game, const char *winner, const char *why)
{
    struct answer answer = game_get(game);
    assert_string_equal(answer_text2(&answer, "result", "winner"), winner);
    assert_string_equal(answer_text2(&answer, "result", "why"), why);
    assert_true(cJSON_IsNull(answer_member(&answer, "to_move")));
    answer_free(&answer);
}

struct listener {
    pthread_t thread;
    char path[128];
    struct answer answer;
};

/* The main function of a listener: receives the events after version 1 until the stream ends. */
static inline void *listen_to(void *context)
{
    struct listener *listener = context;
    const char *const headers[] = {"Accept: text/event-stream", "Last-Event-ID: 1", NULL};
    listener->answer = ask(d.port, "GET", listener->path, headers, NULL);
    return NULL;
}

/* Sends a request with a header, such as one with a key. */
static inline struct answer as(const struct daemon *server, const char *who, const char *method, const char *path,
                               const char *body)
{
    const char *const headers[] = {who, "Content-Type: application/json", "If-Match: *", NULL};
    return ask(server->port, method, path, headers, body);
}

#endif
