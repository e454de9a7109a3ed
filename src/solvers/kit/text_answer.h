/* Answers in the text form. The last line is the answer. Lines before it that begin with '#' are remarks: what the
 * answer is not (the only one, proved, complete), and what was asked besides. */
#ifndef KIT_TEXT_ANSWER_H
#define KIT_TEXT_ANSWER_H

#include <nash/solver.h>

/* Appends a remark, "# 2 or more solutions\n". Control characters become '?', because a remark is one line. */
void text_remark(struct nash_buf *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A part of a result that was asked for. */
struct text_part {
    const char *question; /* the member or value of the request that asks for it */
    const char *member;   /* the member of the result; only there if it was asked for */
    bool in_text;         /* the text form has it: only the reason is remarked why it is missing */
};

/* Remarks which of the parts the result has in JSON alone, "# only in JSON: trace, compare\n"; and of each part that
 * "omitted" names the reason, "# trace: the budget ended\n". */
void text_remark_parts(const cJSON *result, const struct text_part *parts, size_t count, struct nash_buf *out);

/* Appends what text_of() makes of the JSON of a result; out->failed is set if memory is exhausted. */
void text_by_json(const struct nash_solver *solver, const void *problem, const struct nash_result *result,
                  struct nash_buf *out);

/* ---- members of the JSON of a result ---- */

/* Returns the number, or 0 if the object has none of this name. */
double text_member_number(const cJSON *object, const char *name);
/* Returns the string, or "" if the object has none of this name. */
const char *text_member_string(const cJSON *object, const char *name);

#endif
