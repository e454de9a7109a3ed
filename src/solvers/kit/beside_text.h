/* Reads the members beside a problem in text form (struct nash_solver: parse_text). */
#ifndef KIT_BESIDE_TEXT_H
#define KIT_BESIDE_TEXT_H

#include "reader.h"

/* Begins at the root of the members; members NULL: there are none, and reader_only() accepts that. The reader then also
 * takes the errors of the text. */
void reader_beside_text(struct reader *r, const struct nash_json *members, struct nash_arena *arena,
                        struct nash_error *error);
/* Refuses all members, for a kind that has none beside a text. */
enum nash_status reader_no_members(const struct nash_json *members, struct nash_arena *arena, struct nash_error *error);

#endif
