/* Counts wrong keys by the address of the client, so that a client that goes on guessing, or has an outdated key in a
 * loop, gets 429 instead of 401. A right key is accepted from any address, since clients behind one proxy or router
 * share theirs; keys have 256 random bits, and no number of guesses finds one. */
#ifndef HTTP_REQUEST_KEY_FAILURES_H
#define HTTP_REQUEST_KEY_FAILURES_H

#include <stdbool.h>
#include <stdint.h>

struct http_request;

enum { KEY_FAILURES_PER_MINUTE = 30, KEY_FAILURES_ADDRESSES = 1024 };

/* The number of an address in one minute. Two addresses at one place of the table displace each other. */
struct key_failures {
    uint64_t address; /* its hash; 0 = none */
    int64_t minute;
    unsigned count;
};

/* Counts a wrong key. Returns false when the address has sent too many in this minute; *retry_s: the seconds until the
 * next one. Called by the HTTP thread only. */
bool key_failure_count(struct http_request *request, unsigned *retry_s);

#endif
