/* The forms of the kind "imperfect". A request of the form "tables" (member "hidden") has hidden states, a model of
 * what each state makes the opponent do, and actions with payoffs: read/tables.c. */
#ifndef IMPERFECT_PROBLEM_H
#define IMPERFECT_PROBLEM_H

#include <solvers/kit/forms.h>

extern const struct form imperfect_tables; /* inference/form.c */

/* write/text.c: appends the explanation of a result, or its summary if it has none. */
void imperfect_text_of(const cJSON *result, struct nash_buf *out);

#endif
