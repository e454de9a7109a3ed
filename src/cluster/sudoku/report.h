/* Progress and result of a game. */
#ifndef CLUSTER_SUDOKU_REPORT_H
#define CLUSTER_SUDOKU_REPORT_H

struct coordinator;

/* Reports progress, if it is due. */
void report_progress(struct coordinator *c);
/* Writes the figures of shards, messages and trajectory into c->playing.report. */
void report_fill(struct coordinator *c);

/* Writes the pace of the game. Called while the game still has its members. */
void report_pace(struct coordinator *c);

#endif
