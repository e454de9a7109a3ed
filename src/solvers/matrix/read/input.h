/* The input of a problem, before validation. read/json.c, read/nfg.c, read/table.c and read/examples.c fill a struct
 * matrix_input; read/validate.c checks it and makes the problem. */
#ifndef MATRIX_READ_INPUT_H
#define MATRIX_READ_INPUT_H

#include <solvers/kit/reader.h>
#include <solvers/kit/text_reader.h>
#include <solvers/matrix/problem.h>

/* A payoff matrix as it was written: its rows may differ in length. */
struct matrix_payoffs {
    struct rational **row; /* NULL: absent */
    uint32_t *len;         /* [rows] */
    uint32_t rows;
    const char *member; /* name of the JSON member; NULL in a text form */
};

struct matrix_names {
    const char **name; /* NULL: absent */
    uint32_t count;
};

struct matrix_input {
    int example;                                  /* index into matrix_example_names, or -1 */
    struct matrix_payoffs row_payoff, col_payoff; /* payoffs of a bimatrix game */
    struct matrix_payoffs payoff;                 /* payoffs of a zero-sum game or a decision */
    struct matrix_names rows, cols;               /* names of the strategies of a game */
    struct matrix_names acts, states;             /* names of the acts and states of a decision */
    struct rational *probability;                 /* [probabilities], one for each state; NULL: absent */
    uint32_t probabilities;
    bool has_alpha, has_timing, has_cooperative, has_limit, has_want;
    struct rational alpha;
    const char *row_player, *col_player;
    bool cooperative, dynamic;
    uint32_t want, limit;
};

/* Returns an empty input with the defaults. */
struct matrix_input matrix_input_new(void);

/* Allocates a zeroed rows x cols matrix. Returns false after reporting NASH_NOMEM. */
bool matrix_payoffs_init(struct matrix_payoffs *payoffs, const struct reader *r, uint32_t rows, uint32_t cols,
                         const char *member);

/* validate.c: checks what depends on several members and scales the payoffs to integers. Returns NULL after reporting
 * NASH_UNPROCESSABLE or NASH_NOMEM. */
struct matrix_problem *matrix_validate(struct reader *r, const struct matrix_input *input);

/* table.c: reads a table of numbers. Returns false, without an error, if the text is none; a table of fewer than two
 * rows or columns is none, nor is one that lrsnash would read. Reports NASH_NOMEM. */
bool matrix_read_table(const struct text_reader *t, struct matrix_input *in);

/* json.c: reads the members that may stand beside a text: want, limit, cooperative and timing. */
void matrix_read_beside_text(struct reader *r, struct matrix_input *input);

/* json_payoff.c: each reads a member, and leaves its output unchanged if the member is absent. */
void matrix_read_payoffs(struct reader *r, const char *member, struct matrix_payoffs *payoffs);
void matrix_read_names(struct reader *r, const char *member, struct matrix_names *names);
void matrix_read_probability(struct reader *r, struct matrix_input *input);
/* Reads a string of 1 to MATRIX_NAME_MAX characters. */
const char *matrix_read_name(const struct reader *r);

/* examples.c: the games of the lecture notes. */
extern const char *const matrix_example_names[]; /* NULL-terminated */
/* Puts the form, the payoffs and the names of example `index` into the input and keeps its other members. */
void matrix_example(int index, const struct reader *r, struct matrix_input *input);

#endif
