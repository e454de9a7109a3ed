/* Requests to a server under test, and replies with their JSON parsed. Every exchange is appended to the file that
 * NASH_EXCHANGES names; tests/contract checks it against openapi.yaml. */
#ifndef TESTS_API_ASK_H
#define TESTS_API_ASK_H

#include <cjson/cJSON.h>
#include <client.h>
#include <stdint.h>

struct answer {
    struct reply reply;
    int status;
    cJSON *json; /* NULL when the body is not JSON */
};

/* Sends one request; headers NULL-terminated or NULL; body NULL: none. */
struct answer ask(uint16_t port, const char *method, const char *path, const char *const *headers, const char *body);
/* The usual requests. */
struct answer ask_get(uint16_t port, const char *path);
struct answer ask_json(uint16_t port, const char *path, const char *body);                          /* POST */
struct answer ask_json_with(uint16_t port, const char *path, const char *header, const char *body); /* and a header */
struct answer ask_text(uint16_t port, const char *path, const char *body); /* POST text/plain */
void answer_free(struct answer *answer);

/* Returns a member of the reply's object as text, "" when it is not a string. */
const char *answer_text(const struct answer *answer, const char *name);
/* Returns a nested member, e.g. "result", "solution". */
const char *answer_text2(const struct answer *answer, const char *name, const char *inner);
const cJSON *answer_member(const struct answer *answer, const char *name);

/* Fails the test unless the status is this one, and prints the reply. */
void expect_status(const struct answer *answer, int status);
/* The same; the reply must also be a problem of this type. */
void expect_problem(const struct answer *answer, int status, const char *type);
/* Returns "/v1/jobs/ID" + tail of the job in the reply, in one of a few static buffers. */
const char *job_path(const struct answer *answer, const char *tail);

#endif
