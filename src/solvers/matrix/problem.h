/* A problem of the kind "matrix" and the functions of the plug-in. A problem lives in the arena of its request.
 *
 * All payoffs of a problem have one common denominator: payoff = game.a[] / scale. Sums and comparisons between the
 * players are therefore sums and comparisons of integers. */
#ifndef MATRIX_PROBLEM_H
#define MATRIX_PROBLEM_H

#include <solvers/kit/rational.h>
#include <solvers/matrix/game.h>

enum matrix_form { MATRIX_BIMATRIX, MATRIX_ZERO_SUM, MATRIX_DECISION };

/* The parts of an analysis that "want" selects, in the order in which they are computed. */
enum matrix_want {
    MATRIX_PURE,
    MATRIX_CLASSIFICATION,
    MATRIX_PARETO,
    MATRIX_ONE,
    MATRIX_SECURITY,
    MATRIX_DOMINANCE,
    MATRIX_EQUILIBRIA,
    MATRIX_WANTS
};
extern const char *const matrix_want_names[MATRIX_WANTS + 1]; /* NULL-terminated */

enum {
    MATRIX_ALL_MAX = 30,      /* rows + cols up to which the default "want" includes all equilibria */
    MATRIX_LIMIT = 1000,      /* default of "limit": members of a list in the result */
    MATRIX_LIMIT_MAX = 10000, /* largest "limit" */
    MATRIX_NAME_MAX = 60      /* characters of a name */
};

/* Numbers of the stop checks outside exact/ and equilibria/. */
enum matrix_stop { MATRIX_STOP_BETWEEN = 101, MATRIX_STOP_PROFILES, MATRIX_STOP_DOMINATORS };

struct matrix_problem {
    enum matrix_form form;
    struct matrix_game game; /* of a decision: rows are acts, columns are states, and b is NULL */
    int64_t scale;           /* payoff = game.a[] / scale; the same for b */
    const char *const *row_name, *const *col_name;
    const char *row_player, *col_player; /* NULL: absent */
    bool cooperative, dynamic;
    uint32_t want; /* bits 1 << enum matrix_want */
    uint32_t limit;
    struct rational alpha;      /* Hurwicz: weight of the best outcome */
    const int64_t *probability; /* [cols], their sum is probability_scale; NULL: absent */
    int64_t probability_scale;
};

/* read/validate.c: returns the default of "want": all parts except "one", for a large game all except "equilibria". */
uint32_t matrix_usual_want(uint32_t rows, uint32_t cols);

/* read/json.c; read/nfg.c for .nfg and the input of lrsnash */
enum nash_status matrix_parse(const struct nash_json *doc, struct nash_arena *arena, void **problem,
                              struct nash_error *error);
enum nash_status matrix_parse_text(const char *text, size_t len, const struct nash_json *members,
                                   struct nash_arena *arena, void **problem, struct nash_error *error);
/* canon.c */
void matrix_canon(const void *problem, struct nash_sha256 *sha);
/* solve.c */
enum nash_status matrix_solve(const void *problem, struct nash_run *run, struct nash_result *result,
                              struct nash_error *error);
/* verify/verify.c */
enum nash_status matrix_verify(const void *problem, const struct nash_result *result, struct nash_error *error);
/* write/summary.c, write/result.c, write/text.c */
void matrix_describe(const void *problem, struct nash_buf *out);
void matrix_write(const void *problem, const struct nash_result *result, struct nash_jsonw *out);
void matrix_write_text(const void *problem, const struct nash_result *result, struct nash_buf *out);
void matrix_text_of(const cJSON *result, struct nash_buf *out);

#endif
