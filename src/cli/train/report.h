/* What a training prints: a line for each point of the curve, and the end. */
#ifndef CLI_TRAIN_REPORT_H
#define CLI_TRAIN_REPORT_H

#include <stdio.h>

#include <solvers/hex/train/form.h>

struct train_report {
    FILE *out;
    FILE *live;   /* a terminal, where one line shows what happens between two points; NULL: none */
    int64_t step; /* of the last point that was printed; -1: none */
};

/* Prints what is trained and the heads of the columns. */
void train_report_begin(struct train_report *report, const struct hex_training *training, uint64_t seed);
/* Prints the points that are new in a report of progress (hex_train_write_progress), and what happens now. */
void train_report_progress(struct train_report *report, const char *json, size_t len);
/* Prints the points that are left, and how the training ended. */
void train_report_end(struct train_report *report, const struct hex_train_answer *answer);

#endif
