/* Joins the lines of a batch to problems, for kinds whose text form can span lines (nash_solver.text_multiline).
 *
 * A line that begins with '[' or '{' begins a record, which ends at the next empty line; any other line is a problem. A
 * record is passed on as one line, its lines separated by carriage returns, after the tags that it inherits from the
 * record before (nash_solver.text_inherited). Lines that begin with '%' are comments and are skipped; so are lines with
 * '#' outside of records. A record longer than max is truncated to max + 1 bytes, so that its receiver detects the
 * excess. */
#ifndef API_RECORDS_H
#define API_RECORDS_H

#include <stdbool.h>
#include <stddef.h>

#include <nash/buf.h>

enum { RECORDS_INHERITED_MAX = 8 };

struct records {
    size_t max;                                      /* bytes of the longest valid record */
    const char *const *inherited;                    /* names of tags, NULL-terminated; or NULL */
    struct nash_buf previous[RECORDS_INHERITED_MAX]; /* for each name, the last line that set it; empty: none so far */
    struct nash_buf held;                            /* the current record */
    bool open;                                       /* there is a current record */
    bool whole;                                      /* the inherited tags have been added to `held` */
    bool begun; /* the first line has been taken; only the first can begin with a byte order mark */
};

/* Takes one problem. Returns false when there is no room for it; the caller passes it again later. */
typedef bool records_take(void *context, const char *problem, size_t len);

/* inherited: at most RECORDS_INHERITED_MAX names, NULL-terminated, or NULL. */
void records_init(struct records *records, size_t max, const char *const *inherited);
void records_release(struct records *records);

/* Takes the next line. Returns false when take() refused a problem: call again with the same line. */
bool records_line(struct records *records, const char *line, size_t len, records_take *take, void *context);
/* Ends the last record. Returns false when take() refused it: call again. */
bool records_end(struct records *records, records_take *take, void *context);

#endif
