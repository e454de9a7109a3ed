/* Checks of the parts of an answer that verify.c puts together. */
#ifndef ANDOR_VERIFY_VERIFY_H
#define ANDOR_VERIFY_VERIFY_H

#include <solvers/andor/answer.h>

/* Reports what is wrong with the answer. Returns NASH_INTERNAL. */
enum nash_status andor_verify_fail(struct nash_error *error, const char *what);

/* Checks the given solution graph and the k best ones. NASH_INTERNAL: one of them is wrong. */
enum nash_status andor_verify_questions(const struct andor_problem *p, const struct andor_answer *a,
                                        struct nash_error *error);

#endif
