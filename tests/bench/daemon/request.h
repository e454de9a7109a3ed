/* Requests of the benchmarks, as text. */
#ifndef BENCH_REQUEST_H
#define BENCH_REQUEST_H

#include <stddef.h>
#include <stdint.h>

struct text {
    char data[2048];
    size_t len;
};

void text_post(struct text *text, const char *path, const char *body, size_t len);
/* field: further header lines, each with its line end; "" for none. */
void text_get(struct text *text, const char *path, const char *field);
/* For load_plan.make: a trivial problem, different each time. */
const char *text_fresh(void *context, uint64_t number, size_t *len);
/* Sends one request on a new connection and reads the text of its reply. Ends the benchmark unless it is a 200. */
void text_ask(uint16_t port, const struct text *request, char *reply, size_t size);

#endif
