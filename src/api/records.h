/* Puts the lines of a batch together to problems, for kinds whose text form may take several
 * (nash_solver.text_records): a line that begins with '[' or '{' begins a record, which goes on to the next empty line;
 * any other line is a problem of its own. A record is handed on as one line, its lines divided by carriage returns.
 * What it keeps of the record before (nash_solver.text_keeps) is put before its lines.
 * Remarks are passed over: lines that begin with '%', and outside of records those with '#'. A record longer than max
 * is cut to max + 1 bytes, which is enough for whoever gets it to refuse it. */
#ifndef API_RECORDS_H
#define API_RECORDS_H

#include <stdbool.h>
#include <stddef.h>

#include <nash/buf.h>

enum { RECORDS_KEEPS = 8 };

struct records {
    size_t max;
    const char *const *keeps;            /* names of tags, or NULL */
    struct nash_buf kept[RECORDS_KEEPS]; /* their lines in the record before; empty: it had none */
    bool whole;                          /* the record under way has what it keeps */
    struct nash_buf held;                /* the record under way */
    bool open;                           /* there is one */
    bool begun;                          /* the first line has come: only before it stands a byte order mark */
};

typedef bool records_take(void *context, const char *problem, size_t len);

/* keeps: at most RECORDS_KEEPS names and NULL, or NULL. */
void records_init(struct records *records, size_t max, const char *const *keeps);
void records_release(struct records *records);

/* The next line. False when take() refused a problem: the line is to be given again. */
bool records_line(struct records *records, const char *line, size_t len, records_take *take, void *context);
/* No more lines. False when take() refused the last record: call again. */
bool records_end(struct records *records, records_take *take, void *context);

#endif
