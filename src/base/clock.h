/* Time. Deadlines and durations on the monotonic clock in ns; timestamps in ms since 1970. */
#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

#include <stddef.h>
#include <stdint.h>

int64_t clock_mono_ns(void);
int64_t clock_wall_ms(void);

enum { CLOCK_TEXT = 32 };
/* "2026-11-21T01:26:00.123Z" (RFC 3339, UTC) into out[CLOCK_TEXT]. Returns out. */
char *clock_text(char *out, int64_t wall_ms);
/* Reads "2026-11-21" or "2026-11-21T01:26:00Z" (optional fraction); false when it is neither. */
int clock_read(const char *text, int64_t *wall_ms);

#endif
