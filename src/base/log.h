/* Logging: one line per event on stderr, as text or JSON, always escaped.
 *
 *      log_info("worker replaced", "slot=%d pid=%d", slot, pid);
 *
 *   text: `2026-11-21T01:26:00.123Z info worker replaced slot=3 pid=77`
 *   json: `{"time":"…","level":"info","event":"worker replaced","detail":"slot=3 pid=77"}`
 * Each line is one write(2), so lines of several processes never mix. Control characters and invalid UTF-8 are escaped,
 * so that input cannot forge a line. */
#ifndef BASE_LOG_H
#define BASE_LOG_H

#include <stdbool.h>

enum log_level { LOG_DEBUG, LOG_INFO, LOG_WARN, LOG_ERROR };
enum log_format { LOG_TEXT, LOG_JSON };

void log_setup(enum log_level min_level, enum log_format format);
bool log_on(enum log_level level);
void log_event(enum log_level level, const char *event, const char *format, ...) __attribute__((format(printf, 3, 4)));

#define log_debug(event, ...) (log_on(LOG_DEBUG) ? log_event(LOG_DEBUG, (event), __VA_ARGS__) : (void)0)
#define log_info(event, ...)  log_event(LOG_INFO, (event), __VA_ARGS__)
#define log_warn(event, ...)  log_event(LOG_WARN, (event), __VA_ARGS__)
#define log_error(event, ...) log_event(LOG_ERROR, (event), __VA_ARGS__)

#endif
