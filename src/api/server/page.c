/* GET /, /join, /service-worker.js and /assets/{name}: the page, the phone page and what they load, from the files
 * embedded at build time (src/web).
 *
 * A client that names text/html in Accept gets the page, another one the JSON index. By its policy the page loads this
 * server's own files only: no inline script or style, no other host, no frame around it. The name of an asset contains
 * a hash of its content, so it is cached for ever; the page itself is revalidated by ETag. */
#include "page.h"

#include <stdio.h>
#include <string.h>

#include <api/negotiation.h>
#include <http/reply.h>
#include <web/web.h>

#define POLICY(connect)                                                                                                \
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; "               \
    "connect-src 'self'" connect "; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "     \
    "frame-ancestors 'none'"

const char page_policy[] = POLICY("");
/* The phone page's worker opens a WebSocket under the policy of its own script; some browsers do not count a WebSocket
 * to the same host as 'self'. */
static const char policy_sockets[] = POLICY(" ws:");

void page_reply_file(struct http_request *request, const struct web_file *file, const char *file_policy,
                     const char *vary)
{
    const struct web_body *body = &file->plain;
    const char *coding = NULL;
    char etag[48];
    if (file->brotli.data != NULL && http_accepts_coding(request, "br")) {
        body = &file->brotli;
        coding = "br";
    } else if (file->gzip.data != NULL && http_accepts_coding(request, "gzip")) {
        body = &file->gzip;
        coding = "gzip";
    }
    snprintf(etag, sizeof etag, "\"%s%s%s\"", file->hash, coding != NULL ? "-" : "", coding != NULL ? coding : "");
    http_set_header(request, "ETag", etag);
    http_set_header(request, "Vary", vary);
    http_set_header(request, "Cache-Control", file->immutable ? "public, max-age=31536000, immutable" : "no-cache");
    http_set_header(request, "Content-Security-Policy", file_policy);
    http_set_header(request, "Referrer-Policy", "no-referrer");
    if (http_etag_match(request, etag)) {
        http_reply(request, 304, NULL, NULL, 0);
        return;
    }
    if (coding != NULL)
        http_set_header(request, "Content-Encoding", coding);
    http_reply(request, 200, file->type, body->data, body->len);
}

void api_page(struct http_request *request)
{
    const struct web_file *page = web_find("index.html");
    if (page != NULL && api_accepts_named(request, "text/html")) {
        page_reply_file(request, page, page_policy, "Accept, Accept-Encoding");
    } else {
        http_set_header(request, "Vary", "Accept, Accept-Encoding");
        api_index(request);
    }
}

void api_join(struct http_request *request)
{
    const struct web_file *page = web_find("phone.html");
    if (page != NULL)
        page_reply_file(request, page, policy_sockets, "Accept-Encoding");
    else
        http_problem_text(request, 404, "not-found", "this server was built without its pages, so no phone can join");
}

void api_service_worker(struct http_request *request)
{
    const struct web_file *file = web_find("service-worker.js");
    if (file != NULL)
        page_reply_file(request, file, page_policy, "Accept-Encoding");
    else
        http_problem_text(request, 404, "not-found", "this server was built without its pages");
}

void api_asset(struct http_request *request)
{
    char path[HTTP_SEGMENT_MAX + 16];
    snprintf(path, sizeof path, "assets/%s", http_param(request, "name"));
    const struct web_file *file = web_find(path);
    if (file != NULL)
        page_reply_file(request, file, policy_sockets, "Accept-Encoding");
    else
        http_problem_text(request, 404, "not-found",
                          "unknown file; it may belong to another version of the page: reload the page");
}
