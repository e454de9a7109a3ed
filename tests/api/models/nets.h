/* Models of the kind "nets" (tests/fault/nets.c), and the server that has them. */
#ifndef TESTS_API_NETS_H
#define TESTS_API_NETS_H

#include "../harness/ask.h"
#include "../harness/daemon.h"

extern struct daemon d;

struct model {
    char id[40];
    char path[64]; /* "/v1/models/ID" */
};

void model_of(struct model *model, const struct answer *answer);
/* Uploads a file of these bytes; header: a further one. */
struct answer upload(const char *query, const char *header, const char *bytes);
struct model model_new(const char *bytes);
/* Posts a problem; returns its finished job. */
struct answer solve(const char *body);
void expect_result(const char *body, const char *name, const char *value);
void expect_refused(const char *body, int status, const char *pointer);
void expect_gone(const char *path);
/* Downloads a part, and expects these bytes; then again with its ETag. */
void expect_part(const char *path, const char *accept, const char *bytes);

#endif
