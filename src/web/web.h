/* The files that the server embeds, made at build time by build.mjs; without Node (-Ddashboard=disabled) plain.py
 * embeds the documentation alone.
 *
 *   index.html, phone.html   the pages
 *   service-worker.js        keeps the files of the page for the time without a server
 *   assets/NAME-HASH...      scripts, styles, icon, licences; a name always has the same content
 *   docs/NAME.html, .md      the documentation, rendered and as Markdown */
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
    bool immutable;   /* may be cached for ever */
    struct web_body plain;
    struct web_body gzip, brotli; /* compressed; without data if not smaller */
};

extern const struct web_file web_files[]; /* sorted by path */
extern const size_t web_files_count;

/* Returns the file at that path, or NULL. */
const struct web_file *web_find(const char *path);

#endif
