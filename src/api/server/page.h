/* Replies with an embedded file, for the page and the documentation. */
#ifndef API_SERVER_PAGE_H
#define API_SERVER_PAGE_H

#include <http/http.h>
#include <web/web.h>

/* Content-Security-Policy of pages: this server's own files only. */
extern const char page_policy[];

/* Sends the file in the smallest coding that Accept-Encoding allows, with ETag, or 304. file_policy: its
 * Content-Security-Policy; vary: names of the request's headers that the choice of the file depends on. */
void page_reply_file(struct http_request *request, const struct web_file *file, const char *file_policy,
                     const char *vary);

#endif
