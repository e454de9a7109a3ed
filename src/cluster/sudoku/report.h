/* How a game stands: progress and result. */
#ifndef CLUSTER_SUDOKU_REPORT_H
#define CLUSTER_SUDOKU_REPORT_H

struct coordinator;

/* Reports progress, if it is due. */
void report_progress(struct coordinator *c);
/* Writes what the result has of shards into c->playing.report. */
void report_fill(struct coordinator *c);

#endif
