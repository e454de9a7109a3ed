/* Splits the lines of a batch into problems, for kinds whose text form can span lines (nash_solver.text_next).
 *
 * A problem is passed on as one line, its lines separated by carriage returns. A problem longer than max is truncated
 * to max + 1 bytes, so that its receiver detects the excess. */
#ifndef SOLVERS_RECORDS_H
#define SOLVERS_RECORDS_H

#include <nash/solver.h>

typedef bool records_next(struct nash_records *records, bool last); /* nash_solver.text_next */

struct records {
    size_t max; /* bytes of the longest valid problem */
    records_next *next;
    struct nash_records split;
    bool cut;   /* the unfinished problem is longer than max + 1 bytes: the rest has not been kept */
    bool added; /* the line of the current call has been appended to the text */
    bool begun; /* the first line has been appended; only the first can begin with a byte order mark */
};

/* Takes one problem. Returns false when there is no room for it; the caller passes it again later. */
typedef bool records_take(void *context, const char *problem, size_t len);

void records_init(struct records *records, size_t max, records_next *next);
void records_release(struct records *records);

/* Takes the next line. Returns false when take() refused a problem: call again with the same line. */
bool records_line(struct records *records, const char *line, size_t len, records_take *take, void *context);
/* Passes on what is left at the end of the text. Returns false when take() refused a problem: call again. */
bool records_end(struct records *records, records_take *take, void *context);

#endif
