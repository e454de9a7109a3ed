/* Checks the head of a request (head.c). */
#ifndef HTTP_FRAMING_HEAD_H
#define HTTP_FRAMING_HEAD_H

#include "line.h"

/* The progress of a check; all zero at the start of a head. */
struct http_head_check {
    size_t start; /* bytes of empty lines before it */
    struct http_line line;
    size_t end;      /* length of the head with its empty line; 0: not complete */
    uint64_t length; /* value of Content-Length */
    unsigned fields, hosts, lengths, codings;
    enum http_fault coding; /* fault of Transfer-Encoding */
    bool is_head;           /* the method is HEAD */
    bool is_http_1_1;
    bool edit;                         /* http_head_edit() has something to do */
    bool upgrade_named, upgrade_asked; /* Upgrade: websocket; Connection: upgrade */
};

/* Checks the lines of text[len] that were not complete at the last call; text begins with the head. The result is the
 * same for every split of the bytes into calls. */
enum http_fault http_head_check(struct http_head_check *head, const char *text, size_t len);

/* Removes from a complete head, in place, what libmicrohttpd reads otherwise than RFC 9110 or not at all: empty lines
 * before it, white space after a value, the fields Cookie; writes a later version 1.x as 1.1. Returns the position in
 * text where the head now begins; it still ends at head->end. */
size_t http_head_edit(const struct http_head_check *head, char *text);

#endif
