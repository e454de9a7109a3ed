/* See phone.h. */
#include "phone.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>

#include <cluster/sudoku/shard/protocol.h>

#include "ask.h"

void phone_sleep_ms(long ms)
{
    nanosleep(&(struct timespec){.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000L}, NULL);
}

void phone_invite(uint16_t port, char token[64])
{
    struct answer answer = ask_json(port, "/v1/shards/invitations", "{}");
    expect_status(&answer, 201);
    snprintf(token, 64, "%s", answer_text(&answer, "token"));
    answer_free(&answer);
}

void phone_join(struct phone *phone, uint16_t port, const char *name)
{
    char token[64], body[256];
    *phone = (struct phone){.port = port, .raw.fd = -1, .shards = shard_host_new(NULL, NULL)};
    assert_non_null(phone->shards);
    phone_invite(port, token);
    snprintf(body, sizeof body, "{\"token\":\"%s\",\"kind\":\"phone\",\"name\":\"%s\",\"version\":%d}", token, name,
             MESSAGE_VERSION);
    struct answer answer = ask_json(port, "/v1/shards/members", body);
    expect_status(&answer, 201);
    snprintf(phone->id, sizeof phone->id, "%s", answer_text(&answer, "member"));
    snprintf(phone->session, sizeof phone->session, "%s", answer_text(&answer, "session"));
    answer_free(&answer);
}

const char *phone_path(const struct phone *phone, const char *tail)
{
    static _Thread_local char text[4][256];
    static _Thread_local unsigned next;
    char *path = text[next++ % 4];
    snprintf(path, sizeof text[0], "/v1/shards/members/%s%s", phone->id, tail);
    return path;
}

bool phone_connect(struct phone *phone)
{
    char tail[128];
    snprintf(tail, sizeof tail, "/socket?session=%s", phone->session);
    struct reply reply = frames_open(&phone->raw, phone->port, phone_path(phone, tail), PHONE_PROTOCOL, "");
    bool good = reply.status == 101;
    reply_free(&reply);
    return good;
}

struct reply phone_post(const struct phone *phone, const char *session, const char *type, const void *body, size_t len)
{
    char bearer[128], content[128];
    const char *const headers[] = {bearer, content, NULL};
    snprintf(bearer, sizeof bearer, "Authorization: Bearer %s", session != NULL ? session : phone->session);
    snprintf(content, sizeof content, "Content-Type: %s", type);
    return client_call(phone->port, "POST", phone_path(phone, "/messages"), headers, body, len);
}

/* Writes the shard's answer to a message; returns its length. If phone->lies, changes a value of the first event sent.
 */
static size_t answer(struct phone *phone, const void *message, size_t len, uint8_t out[MESSAGE_MAX])
{
    size_t made = shard_host_take(phone->shards, message, len, out, MESSAGE_MAX);
    if (phone->lies && made >= MESSAGE_HEAD + 24 && out[0] == MESSAGE_EVENTS)
        out[made - 1] ^= 1;
    if (made > 0)
        atomic_fetch_add(&phone->answered, 1);
    return made;
}

static void play_by_socket(struct phone *phone, uint8_t *out)
{
    while (!atomic_load(&phone->stop)) {
        struct frame frame = frame_next_data(&phone->raw);
        if (frame.opcode != FRAME_BINARY) {
            if (frame.opcode == FRAME_CLOSE && frame.len >= 2)
                atomic_store(&phone->ended_by, (unsigned)(frame.data[0] << 8 | frame.data[1]));
            frame_free(&frame);
            return;
        }
        size_t len = answer(phone, frame.data, frame.len, out);
        frame_free(&frame);
        if (len > 0 && !frame_send(&phone->raw, FRAME_BINARY, out, len))
            return;
    }
}

static void play_by_posts(struct phone *phone, uint8_t *out)
{
    enum { ROOM = 16 * MESSAGE_MAX };
    uint8_t *said = malloc(ROOM);
    size_t len = 0;
    while (!atomic_load(&phone->stop)) {
        struct reply reply = phone_post(phone, NULL, PHONE_TYPE, len > 0 ? said : NULL, len);
        len = 0;
        if (reply.status != 200 && reply.status != 409) {
            atomic_store(&phone->ended_by, (unsigned)reply.status);
            reply_free(&reply);
            break;
        }
        for (size_t at = 0; reply.status == 200 && at + MESSAGE_HEAD <= reply.len;) {
            size_t whole = MESSAGE_HEAD + message_u32((const uint8_t *)reply.body + at + 4);
            size_t made = answer(phone, reply.body + at, whole, out);
            if (len + made <= ROOM) {
                memcpy(said + len, out, made);
                len += made;
            }
            at += whole;
        }
        reply_free(&reply);
    }
    free(said);
}

static void *play(void *pointer)
{
    struct phone *phone = pointer;
    uint8_t *out = malloc(MESSAGE_MAX);
    if (phone->posts)
        play_by_posts(phone, out);
    else
        play_by_socket(phone, out);
    free(out);
    return NULL;
}

void phone_play(struct phone *phone)
{
    atomic_store(&phone->stop, false);
    assert_int_equal(pthread_create(&phone->thread, NULL, play, phone), 0);
    atomic_store(&phone->playing, true);
}

void phone_stop(struct phone *phone)
{
    static const uint8_t leave[MESSAGE_HEAD] = {MESSAGE_LEAVE, MESSAGE_VERSION};
    atomic_store(&phone->stop, true);
    if (!atomic_exchange(&phone->playing, false))
        return;
    if (phone->posts) { /* a LEAVE ends the POST that waits */
        struct reply reply = phone_post(phone, NULL, PHONE_TYPE, leave, sizeof leave);
        reply_free(&reply);
    } else {
        shutdown(phone->raw.fd, SHUT_RDWR);
    }
    pthread_join(phone->thread, NULL);
    raw_close(&phone->raw);
}

void phone_free(struct phone *phone)
{
    phone_stop(phone);
    raw_close(&phone->raw);
    shard_host_free(phone->shards);
    phone->shards = NULL;
}

/* ---- the phone in the server's list ---- */

bool phone_is_listed(uint16_t port, const char *name, const char *state)
{
    struct answer answer = ask_get(port, "/v1/shards");
    expect_status(&answer, 200);
    bool found = false;
    const cJSON *member;
    cJSON_ArrayForEach(member, answer_member(&answer, "members"))
    {
        const cJSON *of = cJSON_GetObjectItem(member, "name"), *is = cJSON_GetObjectItem(member, "state");
        found = found || (strcmp(of->valuestring, name) == 0 && (state == NULL || strcmp(is->valuestring, state) == 0));
    }
    answer_free(&answer);
    return found;
}

void phone_await(uint16_t port, const char *name, const char *state, bool there)
{
    for (int i = 0; i < CLIENT_PATIENCE_MS / 20; i++) {
        if (phone_is_listed(port, name, state) == there)
            return;
        phone_sleep_ms(20);
    }
    fail_msg("%s is %s the list", name, there ? "not in" : "still in");
}

void phone_leave(struct phone *phone)
{
    struct answer answer = ask(phone->port, "DELETE", phone_path(phone, ""), NULL, NULL);
    expect_status(&answer, 204);
    answer_free(&answer);
    phone_free(phone);
}
