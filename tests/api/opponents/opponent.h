/* Helpers of the tests of /v1/opponents, with the kind "words" (tests/fault/words.c). */
#ifndef TESTS_API_OPPONENT_H
#define TESTS_API_OPPONENT_H

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../harness/ask.h"
#include "../harness/daemon.h"

static struct daemon d;

static inline void sleep_ms(long ms)
{
    nanosleep(&(struct timespec){.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000}, NULL);
}

struct opponent {
    char id[40];
    char path[64]; /* "/v1/opponents/ID" */
};

/* Makes an opponent; more: further members, such as ",\"settings\":{}", or "". */
static inline struct opponent opponent_new(const char *name, const char *more)
{
    struct opponent opponent;
    char body[512];
    snprintf(body, sizeof body, "{\"kind\":\"words\",\"name\":\"%s\"%s}", name, more);
    struct answer answer = ask_json(d.port, "/v1/opponents", body);
    expect_status(&answer, 201);
    snprintf(opponent.id, sizeof opponent.id, "%s", answer_text(&answer, "id"));
    snprintf(opponent.path, sizeof opponent.path, "/v1/opponents/%s", opponent.id);
    assert_string_equal(reply_header(&answer.reply, "Location"), opponent.path);
    answer_free(&answer);
    return opponent;
}

/* Returns the path of something below an opponent, in one of a few static buffers. */
static inline const char *under(const struct opponent *opponent, const char *tail)
{
    static char buffer[4][160];
    static unsigned next;
    char *out = buffer[next++ % 4];
    snprintf(out, sizeof buffer[0], "%s%s", opponent->path, tail);
    return out;
}

static inline double number_of(const struct opponent *opponent, const char *name)
{
    struct answer answer = ask_get(d.port, opponent->path);
    expect_status(&answer, 200);
    const cJSON *item = answer_member(&answer, name);
    assert_true(cJSON_IsNumber(item));
    double value = item->valuedouble;
    answer_free(&answer);
    return value;
}

static inline void expect_hands(const struct opponent *opponent, int hands)
{
    assert_int_equal((int)number_of(opponent, "hands"), hands);
}

/* Waits until no observation is pending. */
static inline void until_learnt(const struct opponent *opponent)
{
    for (int i = 0; number_of(opponent, "pending") > 0; i++) {
        if (i == 3000)
            fail_msg("observations of %s do not end", opponent->path);
        sleep_ms(10);
    }
}

/* Returns how often the opponent's model has a word, as the kind says in an answer to a problem that names it. */
static inline int count_of(const struct opponent *opponent, const char *word)
{
    char body[160];
    snprintf(body, sizeof body, "{\"word\":\"%s\",\"opponent\":\"%s\"}", word, opponent->id);
    struct answer answer = ask_json(d.port, "/v1/words", body);
    expect_status(&answer, 200);
    const cJSON *count = cJSON_GetObjectItemCaseSensitive(answer_member(&answer, "result"), "count");
    assert_true(cJSON_IsNumber(count));
    int value = count->valueint;
    answer_free(&answer);
    return value;
}

/* Returns a count of result.learnt. */
static inline int learnt_of(const struct answer *answer, const char *name)
{
    const cJSON *learnt = cJSON_GetObjectItemCaseSensitive(answer_member(answer, "result"), "learnt");
    const cJSON *count = cJSON_GetObjectItemCaseSensitive(learnt, name);
    return cJSON_IsArray(count) ? cJSON_GetArraySize(count) : cJSON_IsNumber(count) ? count->valueint : -1;
}

static inline struct answer observe(const struct opponent *opponent, const char *header, const char *body)
{
    return ask_json_with(d.port, under(opponent, "/observe"), header, body);
}

/* Observes hands without waiting. */
static inline struct answer observe_async(const struct opponent *opponent, const char *hands, int sleep)
{
    char body[256];
    snprintf(body, sizeof body, "{\"hands\":\"%s\",\"sleep_ms\":%d}", hands, sleep);
    struct answer answer = observe(opponent, "Prefer: respond-async", body);
    expect_status(&answer, 202);
    return answer;
}

#endif
