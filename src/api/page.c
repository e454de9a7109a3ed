/* GET /, /join and /assets/{name}: the dashboard and the page of phones, from the files embedded at build time
 * (src/web).
 *
 * A browser names text/html in Accept and gets the page; anyone else gets the JSON index. The page may load nothing but
 * this server's own files: no inline script or style, no other host, no frame around it. Assets carry a hash of their
 * content in their name and are kept for ever; the page itself is asked for again each time, by ETag. */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include <api/common.h>
#include <web/web.h>

#define POLICY(connect)                                                                                                \
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; "               \
    "connect-src 'self'" connect "; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "     \
    "frame-ancestors 'none'"

static const char policy[] = POLICY("");
/* A phone's worker opens a WebSocket, and is bound by the policy of its own script; browsers have not always counted a
 * socket of the same host as 'self'. */
static const char policy_sockets[] = POLICY(" ws:");

/* Does Accept-Encoding allow this coding (RFC 9110, 12.5.3)? Only by its own name: '*' is nobody's way to ask. */
static bool takes_coding(const struct http_request *request, const char *coding)
{
    const char *at = http_header(request, "Accept-Encoding");
    size_t len = strlen(coding);
    while (at != NULL && *at != '\0') {
        at += strspn(at, " \t,");
        size_t entry = strcspn(at, ","), name = strcspn(at, " \t,;");
        if (name == len && strncasecmp(at, coding, len) == 0) {
            const char *weight = memmem(at, entry, "q=", 2);
            return weight == NULL || strspn(weight + 2, "0.") < strcspn(weight + 2, " \t,;");
        }
        at += entry;
    }
    return false;
}

static void reply_file(struct http_request *request, const struct web_file *file, const char *file_policy,
                       const char *vary)
{
    const struct web_body *body = &file->plain;
    const char *coding = NULL;
    char etag[48];
    if (file->brotli.data != NULL && takes_coding(request, "br")) {
        body = &file->brotli;
        coding = "br";
    } else if (file->gzip.data != NULL && takes_coding(request, "gzip")) {
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
        reply_file(request, page, policy, "Accept, Accept-Encoding");
    } else {
        http_set_header(request, "Vary", "Accept, Accept-Encoding");
        api_index(request);
    }
}

void api_join(struct http_request *request)
{
    const struct web_file *page = web_find("phone.html");
    if (page != NULL)
        reply_file(request, page, policy_sockets, "Accept-Encoding");
    else
        http_problem_text(request, 404, "not-found",
                          "This server was built without its pages, so no phone can join it.");
}

void api_asset(struct http_request *request)
{
    char path[HTTP_SEGMENT_MAX + 16];
    snprintf(path, sizeof path, "assets/%s", http_param(request, "name"));
    const struct web_file *file = web_find(path);
    if (file != NULL)
        reply_file(request, file, policy_sockets, "Accept-Encoding");
    else
        http_problem_text(request, 404, "not-found",
                          "There is no such file; it belongs to another version of this page: reload it.");
}
