/* Answers in the text form. The last line is the answer. Lines before it that begin with '#' are remarks: what the
 * answer is not (the only one, proved, complete), and what was asked besides. */
#ifndef KIT_TEXT_ANSWER_H
#define KIT_TEXT_ANSWER_H

#include <nash/solver.h>

/* Appends a remark, "# 2 or more solutions\n". Control characters become '?', because a remark is one line. */
void text_remark(struct nash_buf *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Appends what text_of() makes of the JSON of a result; out->failed is set if memory is exhausted. */
void text_by_json(const struct nash_solver *solver, const void *problem, const struct nash_result *result,
                  struct nash_buf *out);

/* ---- members of the JSON of a result ---- */

/* Returns the number, or 0 if the object has none of this name. */
double text_member_number(const cJSON *object, const char *name);
/* Returns the string, or "" if the object has none of this name. */
const char *text_member_string(const cJSON *object, const char *name);

#endif
