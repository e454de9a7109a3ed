/* A text that holds several problems, some of several lines, while it is split (nash_solver.text_next). The lines
 * arrive one after the other; each is appended to `text` and ends with a carriage return. */
#ifndef NASH_RECORDS_H
#define NASH_RECORDS_H

#include <nash/buf.h>

struct nash_records {
    struct nash_buf text;    /* the lines of which no problem has been made yet begin at `begin` */
    size_t begin, scanned;   /* places in text; text_next() has examined what stands before `scanned` */
    size_t problem;          /* bytes from `begin` on that are the problem which text_next() found */
    struct nash_buf front;   /* what belongs before that problem: set by text_next(), empty before its call */
    struct nash_buf context; /* the kind's own: what later problems refer to */
    unsigned form;           /* the kind's own; 0 at the beginning */
    unsigned flags;          /* the kind's own; 0 at the front of each problem, as is `at` */
    size_t at[2];            /* the kind's own: places in text */
};

/* Removes the bytes of text from `from` to `scanned`, which belong to no further problem. */
static inline void nash_records_drop(struct nash_records *records, size_t from)
{
    nash_buf_erase(&records->text, from, records->scanned);
    records->scanned = from;
}

#endif
