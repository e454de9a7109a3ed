/* GET /v1/openapi.json and /v1/schema/{name}: the files of schema/, embedded at build time. */
#include <schema/embedded.h>
#include <string.h>

#include <api/common.h>

static void reply_file(struct http_request *request, const struct schema_file *file)
{
    bool packed = http_accepts_coding(request, "gzip");
    const char *etag = packed ? file->gzip_etag : file->etag;
    http_set_header(request, "ETag", etag);
    http_set_header(request, "Vary", "Accept-Encoding");
    if (http_etag_match(request, etag)) {
        http_reply(request, 304, NULL, NULL, 0);
    } else if (packed) {
        http_set_header(request, "Content-Encoding", "gzip");
        http_reply(request, 200, file->type, file->gzip, file->gzip_len);
    } else {
        http_reply(request, 200, file->type, file->data, file->len);
    }
}

void api_openapi(struct http_request *request)
{
    reply_file(request, schema_find("openapi.json"));
}

void api_schema(struct http_request *request)
{
    const char *name = http_param(request, "name");
    const struct schema_file *file = strcmp(name, "openapi.json") != 0 ? schema_find(name) : NULL;
    if (file != NULL)
        reply_file(request, file);
    else
        http_problem_text(request, 404, "not-found",
                          "unknown schema \"%.64s\"; /v1/kinds lists the schemas of each kind, job.json describes the "
                          "job options",
                          name);
}
