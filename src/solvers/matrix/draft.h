/* What was read, before it is held together: the readers of JSON (parse.c, parse_payoff.c), of text forms (text.c) and
 * of examples (named.c) fill a draft, finish.c makes the problem of it. */
#ifndef MATRIX_DRAFT_H
#define MATRIX_DRAFT_H

#include "problem.h"

/* A matrix as it was written: rows may differ in length. */
struct matrix_table {
    struct rational **row; /* NULL: absent */
    uint32_t *len;         /* [rows] */
    uint32_t rows;
    const char *at; /* its JSON pointer */
};

struct matrix_names {
    const char **name; /* NULL: absent */
    uint32_t count;
};

struct matrix_draft {
    int example;                                /* index into matrix_examples, or -1 */
    struct matrix_table row_payoff, col_payoff; /* bimatrix */
    struct matrix_table payoff;                 /* zero-sum, decision */
    struct matrix_names rows, cols;             /* of a game */
    struct matrix_names acts, states;           /* of a decision */
    struct rational *probability;               /* NULL: absent */
    uint32_t probabilities;
    bool alpha_said, timing_said, cooperative_said, limit_said, want_said;
    struct rational alpha;
    const char *row_player, *col_player;
    bool cooperative, dynamic;
    uint32_t want, limit;
    struct nash_error late; /* the first fault that only the whole shows; status NASH_OK: none */
};

/* An empty draft with the defaults. */
struct matrix_draft matrix_draft_new(void);

/* A table of rows x cols, zeroed; row NULL when memory is spent. */
struct matrix_table matrix_table_new(struct nash_arena *arena, uint32_t rows, uint32_t cols, const char *at);

/* Always NASH_NOMEM. */
enum nash_status matrix_full(struct nash_error *error);

/* finish.c: holds the draft together and brings payoffs to integers. NASH_UNPROCESSABLE with a pointer. */
enum nash_status matrix_finish(const struct matrix_draft *draft, struct nash_arena *arena, void **problem,
                               struct nash_error *error);

/* named.c: games of the lecture. */
extern const char *const matrix_example_names[]; /* NULL-terminated */
/* Puts example `index` into the draft: form, payoffs, names; the rest of it stays. */
enum nash_status matrix_example(int index, struct nash_arena *arena, struct matrix_draft *draft,
                                struct nash_error *error);

/* parse_payoff.c */
struct matrix_reader {
    const struct nash_json *doc;
    struct nash_arena *arena;
    struct nash_error *error;
    struct matrix_draft *draft;
};
/* Each leaves what it reads untouched when the member is absent. */
enum nash_status matrix_read_table(const struct matrix_reader *r, const char *member, struct matrix_table *table);
enum nash_status matrix_read_names(const struct matrix_reader *r, const char *member, struct matrix_names *names);
enum nash_status matrix_read_chances(const struct matrix_reader *r);
/* A number from 0 to 1. */
enum nash_status matrix_read_share(const struct matrix_reader *r, const cJSON *item, const char *at,
                                   struct rational *share);

#endif
