/* The hands of data/imperfect/pluribus_train.tsv: one a line, with the columns session, hand, players, actions in PHH's
 * notation and finishing stacks. Six players each begin with 10,000; the blinds are 50 and 100. For tests and the
 * bench.
 *
 *     struct pluribus p;
 *     if (pluribus_open(&p, SHARED_DIR "/data/imperfect/pluribus_train.tsv"))
 *         while (pluribus_next(&p))
 *             ... p.session, p.hand
 *     pluribus_close(&p);
 */
#ifndef TEST_HOLDEM_PLURIBUS_H
#define TEST_HOLDEM_PLURIBUS_H

#include <stdio.h>

#include <nash/buf.h>
#include <solvers/holdem/history/history.h>

struct pluribus {
    FILE *file;
    char *text; /* the line that was read last */
    size_t room;
    unsigned line;    /* its number in the file */
    char session[16]; /* "100b"; hands of one session have the same players */
    struct history_play play;
    struct holdem_history_hand hand; /* its id is "session/number" */
    char why[HISTORY_WHY];           /* not empty: pluribus_next() returned false because of this line */
};

/* Returns false if there is no such file. */
bool pluribus_open(struct pluribus *p, const char *path);
/* Reads the next hand. Returns false at the end, and for a bad line, with p->why set. */
bool pluribus_next(struct pluribus *p);
void pluribus_close(struct pluribus *p);

/* Appends the hand that was read last as a PHH file, after a table header "[number]" if number is not 0. */
void pluribus_write_phh(const struct pluribus *p, unsigned number, struct nash_buf *out);

#endif
