/* The OpenAPI document and the schemas that the server serves: made by schema/embed.py, static.
 *
 *   openapi.json            the whole document, one path per kind
 *   job.json                the job options of every problem
 *   KIND.request.json       a kind's problem, with the job options
 *   KIND.result.json        a kind's result */
#ifndef SCHEMA_EMBEDDED_H
#define SCHEMA_EMBEDDED_H

#include <stddef.h>

struct schema_file {
    const char *name;
    const char *type; /* media type */
    const char *etag; /* strong, quoted, from the SHA-256 of data */
    const char *data; /* ASCII, NUL-terminated */
    size_t len;       /* without the NUL */
    const char *gzip_etag;
    const unsigned char *gzip; /* the same in gzip */
    size_t gzip_len;
};

extern const struct schema_file schema_files[]; /* sorted by name */
extern const size_t schema_files_count;

/* Returns the file of this name, or NULL. */
const struct schema_file *schema_find(const char *name);

#endif
