/* The files of the dashboard, embedded at build time by build.mjs; none when it was built without
 * (-Ddashboard=disabled).
 *
 *   index.html         the one page
 *   assets/NAME-HASH…  scripts, styles, icon, licences: a name never stands for another content */
#ifndef WEB_WEB_H
#define WEB_WEB_H

#include <stdbool.h>
#include <stddef.h>

struct web_body {
    const unsigned char *data; /* NULL: there is none */
    size_t len;
};

struct web_file {
    const char *path; /* without a leading slash */
    const char *type; /* media type */
    const char *hash; /* of the plain content, 16 hex digits */
    bool immutable;   /* may be kept for ever */
    struct web_body plain;
    struct web_body gzip, brotli; /* the same, compressed; no data where that is not smaller */
};

extern const struct web_file web_files[]; /* sorted by path */
extern const size_t web_files_count;

/* The file at that path, or NULL. */
const struct web_file *web_find(const char *path);

#endif
