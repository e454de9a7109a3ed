/* Clocks. Deadlines and durations: the monotonic clock, in ns. Timestamps: ms since 1970. */
#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

int64_t clock_mono_ns(void);
int64_t clock_wall_ms(void);
/* Returns the processor time of this thread, in ns. */
int64_t clock_cpu_ns(void);

enum { CLOCK_TEXT = 32 };
/* Writes "2026-11-21T01:26:00.123Z" (RFC 3339, UTC) into out[CLOCK_TEXT]. Returns out. */
char *clock_text(char *out, int64_t wall_ms);
/* Parses "2026-11-21" or "2026-11-21T01:26:00Z", with an optional fraction. Returns false if it is neither. */
bool clock_read(const char *text, int64_t *wall_ms);

#endif
