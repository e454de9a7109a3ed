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
/* Short forms of ask(). */
struct answer ask_get(uint16_t port, const char *path);
struct answer ask_json(uint16_t port, const char *path, const char *body);                          /* POST */
struct answer ask_json_with(uint16_t port, const char *path, const char *header, const char *body); /* with a header */
struct answer ask_text(uint16_t port, const char *path, const char *body); /* POST text/plain */
void answer_free(struct answer *answer);

/* Returns a string member of the reply's JSON object, or "" if it is no string. */
const char *answer_text(const struct answer *answer, const char *name);
/* Returns a string member `inner` of the member `name`, such as "solution" of "result". */
const char *answer_text2(const struct answer *answer, const char *name, const char *inner);
const cJSON *answer_member(const struct answer *answer, const char *name);

/* Fails the test and prints the reply unless it has this status. */
void expect_status(const struct answer *answer, int status);
/* Does the same; the reply must also be problem details of this type. */
void expect_problem(const struct answer *answer, int status, const char *type);
/* Returns the path "/v1/jobs/ID" + tail for the job in the reply, in one of a few static buffers. */
const char *job_path(const struct answer *answer, const char *tail);

#endif
