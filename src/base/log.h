/* Logging: one line per event, as text or JSON or to the journal, always escaped.
 *
 *      log_info("worker replaced", "slot=%d pid=%d", slot, pid);
 *
 *   text: `2026-11-21T01:26:00.123Z info worker replaced slot=3 pid=77`
 *   json: `{"time":"…","level":"info","event":"worker replaced","detail":"slot=3 pid=77"}`
 *   journal: PRIORITY=6 MESSAGE="worker replaced slot=3 pid=77" NASHD_EVENT="worker replaced"
 * Control characters and invalid UTF-8 are escaped, so that input cannot forge a line.
 *
 * Before log_start() a line is written at once, to stderr or the file. After it, lines pass through a bounded buffer to
 * a thread of their own: no caller waits for a disk or for the reader of a pipe. When the buffer is full, lines are
 * dropped and counted, and the log says so once there is room. Processes that are forked write to stderr. */
#ifndef BASE_LOG_H
#define BASE_LOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <nash/status.h>

enum log_level { LOG_DEBUG, LOG_INFO, LOG_WARN, LOG_ERROR };
enum log_format { LOG_TEXT, LOG_JSON, LOG_JOURNAL };

void log_setup(enum log_level min_level, enum log_format format);
bool log_on(enum log_level level);
void log_event(enum log_level level, const char *event, const char *format, ...) __attribute__((format(printf, 3, 4)));

#define log_debug(event, ...) (log_on(LOG_DEBUG) ? log_event(LOG_DEBUG, (event), __VA_ARGS__) : (void)0)
#define log_info(event, ...)  log_event(LOG_INFO, (event), __VA_ARGS__)
#define log_warn(event, ...)  log_event(LOG_WARN, (event), __VA_ARGS__)
#define log_error(event, ...) log_event(LOG_ERROR, (event), __VA_ARGS__)

/* ---- structured lines, for the access log ---- */

/* A member of a structured line. */
struct log_field {
    const char *name; /* lower case and underscores; constant */
    const char *text; /* NULL: the number */
    size_t len;       /* of the text, which is cut at 1 KiB */
    uint64_t number;
};

/* Writes a line with members to the access log. Does nothing when there is none. */
void log_access(const char *event, const struct log_field *fields, size_t count);
/* Returns true when there is an access log. */
bool log_access_on(void);

/* ---- where lines go ---- */

struct log_targets {
    const char *file;    /* appended to; NULL: stderr */
    const char *access;  /* file of the access log, "-": with the log; NULL: none */
    const char *journal; /* socket of the journal (LOG_JOURNAL); NULL: that of systemd */
};

/* Opens the files. Called again, it opens them anew (after logrotate has renamed them), and lines that wait go to the
 * new ones. If one of them cannot be opened, nothing changes. The socket of the journal is made at the first call. Only
 * one thread may call it. */
enum nash_status log_open(const struct log_targets *targets, struct nash_error *error);

/* Starts the thread that writes. */
enum nash_status log_start(struct nash_error *error);
/* Writes the lines that wait, and ends the thread. Gives up after wait_ms: what waits then is lost. */
void log_stop(uint32_t wait_ms);

/* Returns the number of lines that were dropped since the start. */
uint64_t log_dropped(void);

#endif
