/* The summary of a result (nash/solver.h): one line that lists of jobs show, "8 cards each, a leads: a 5, b 3".
 *
 *     struct summary summary = {0};
 *     summary_add(&summary, "%u cards each", order);
 *     summary_write(&summary, out);      (first in the result's object)
 *
 * Phrases stand between ", " and ": ". A page in another language translates them one by one, so each phrase is either
 * fixed or made of numbers and fixed words. */
#ifndef KIT_SUMMARY_H
#define KIT_SUMMARY_H

#include <nash/jsonw.h>
#include <nash/solver.h>

struct summary {
    char text[NASH_SUMMARY_MAX + 1];
    size_t len;
};

/* Appends formatted text, which must be printable ASCII without '"' and '\\'. Cuts the summary at NASH_SUMMARY_MAX. */
void summary_add(struct summary *summary, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Appends a count and its noun: "1 card", "2 cards". */
void summary_add_count(struct summary *summary, uint64_t count, const char *singular, const char *plural);
/* Writes the member "summary". */
void summary_write(const struct summary *summary, struct nash_jsonw *out);

#endif
