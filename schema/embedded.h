/* The contract as the server gives it out: made by schema/embed.py, linked in, never freed.
 *
 *   openapi.json            the whole document, one path per kind
 *   job.json                the job options every problem may carry
 *   KIND.request.json       a kind's problem, the job options within
 *   KIND.result.json        a kind's answer */
#ifndef SCHEMA_EMBEDDED_H
#define SCHEMA_EMBEDDED_H

#include <stddef.h>

struct schema_file {
    const char *name;
    const char *type; /* media type */
    const char *etag; /* strong, quoted: from the SHA-256 of data */
    const char *data; /* ASCII, NUL-terminated */
    size_t len;       /* without the NUL */
};

extern const struct schema_file schema_files[]; /* sorted by name */
extern const size_t schema_files_count;

/* The file of that name, or NULL. */
const struct schema_file *schema_find(const char *name);

#endif
