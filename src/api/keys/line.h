/* One line of the file of keys. */
#ifndef API_KEYS_LINE_H
#define API_KEYS_LINE_H

#include <api/keys.h>

enum { KEY_LINE_MAX = 512 };

struct key_line {
    char name[JOB_OWNER_MAX]; /* "": the line is empty or a comment */
    struct nash_hash hash;
    enum key_role role;
    int64_t expires_ms; /* INT64_MAX = never */
    struct jobs_quota quota;
    bool limits_queued, limits_running, limits_per_minute, limits_bytes; /* the line says so, also if it says 0 */
};

/* Reads one line, which it changes. Returns false with a sentence in fault. */
bool key_line_read(char *line, struct key_line *key, char fault[KEY_LINE_MAX]);

#endif
