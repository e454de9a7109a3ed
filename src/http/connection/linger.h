/* Lingering close (linger.c). Everything but new and free is called under http->lock. */
#ifndef HTTP_LINGER_H
#define HTTP_LINGER_H

#include <stdbool.h>

struct http_linger;

struct http_linger *http_linger_new(void); /* NULL: out of memory */
void http_linger_free(struct http_linger *linger);
bool http_linger_add(struct http_linger *linger, int fd); /* duplicates fd; false: no room for it */
/* Discards the bytes that have arrived, and closes descriptors whose client has closed or whose time is over. */
void http_linger_step(struct http_linger *linger);

#endif
