/* The framing of the messages of one connection (RFC 9112): where each head and body ends.
 *
 * All bytes of a client pass through http_framing_pass() before libmicrohttpd reads them. It holds a head back until it
 * is complete and valid, and passes on one form of it. Chunk extensions and trailers are dropped. The first fault ends
 * the input: in place of the rest, a substitute ends the faulty message in such a way that libmicrohttpd reads a
 * complete request. The server then replies to the request number `faulty` with an error, after its replies to earlier
 * requests, and closes the connection. */
#ifndef HTTP_FRAMING_H
#define HTTP_FRAMING_H

#include "head.h"

enum http_framing_state {
    HTTP_AT_HEAD,
    HTTP_AT_CHUNK, /* at the line before a chunk */
    HTTP_AT_CHUNK_END,
    HTTP_AT_TRAILER,
    HTTP_SWITCHED, /* to the WebSocket protocol: the rest is not HTTP */
    HTTP_AT_FAULT
};

struct http_framing { /* all zero at the start of a connection */
    enum http_framing_state state;
    uint64_t left; /* bytes to pass on unread, before the state counts */
    struct http_head_check head;
    bool may_switch;   /* the last head asks for a WebSocket */
    unsigned messages; /* heads passed on, including a substitute */
    size_t extra;      /* bytes of extensions and trailers of this message */
    enum http_fault fault;
    bool substituted;       /* the fault is in the head */
    unsigned faulty;        /* number of the message that has the fault, from 1; 0: none */
    const char *substitute; /* what is still to be passed on after a fault */
};

/* Reads in[len], which it may change, and writes to out[room]. out is either in itself, with room >= len, or does not
 * overlap it. Returns the number of bytes written and sets *used to the number of bytes read. The rest of the input
 * must be given again, together with what follows it: it is a part of a line or head, or there is no room left. Every
 * split of the bytes into calls gives the same output, and the same fault. */
size_t http_framing_pass(struct http_framing *framing, char *in, size_t len, size_t *used, char *out, size_t room);

/* Returns the problem type and the sentence that describes a fault. */
const char *http_fault_type(enum http_fault fault);
const char *http_fault_detail(enum http_fault fault);

#endif
