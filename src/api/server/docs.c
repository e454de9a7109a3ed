/* GET /docs and /docs/{page}: the documentation, embedded at build time (src/web/docs.mjs).
 *
 * A client that names text/html in Accept receives the rendered page; any other client, or any client of a server that
 * was built without Node, receives the Markdown as plain text. */
#include <stdio.h>

#include <api/negotiation.h>
#include <web/web.h>

#include "page.h"

/* Returns the page in the form that Accept selects, or NULL if there is no such page. */
static const struct web_file *docs_find(const struct http_request *request, const char *name)
{
    char path[HTTP_SEGMENT_MAX + 16];
    const struct web_file *file = NULL;
    snprintf(path, sizeof path, "docs/%s.html", name);
    if (api_accepts_named(request, "text/html"))
        file = web_find(path);
    if (file != NULL)
        return file;
    snprintf(path, sizeof path, "docs/%s.md", name);
    return web_find(path);
}

static void docs_reply(struct http_request *request, const char *name)
{
    const struct web_file *file = docs_find(request, name);
    if (file != NULL)
        page_reply_file(request, file, page_policy, "Accept, Accept-Encoding");
    else
        http_problem_text(request, 404, "not-found", "there is no such page; /docs lists all pages");
}

void api_docs_index(struct http_request *request)
{
    docs_reply(request, "index");
}

void api_docs(struct http_request *request)
{
    docs_reply(request, http_param(request, "page"));
}
