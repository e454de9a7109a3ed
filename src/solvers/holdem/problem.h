/* The kind "holdem": its forms, and the problem and answer of the form "equity". */
#ifndef HOLDEM_PROBLEM_H
#define HOLDEM_PROBLEM_H

#include <solvers/holdem/equity/table.h>
#include <solvers/kit/forms.h>

enum {
    HOLDEM_NAME_MAX = 60,      /* characters of a player's name */
    HOLDEM_RANGE_TEXT = 20000, /* bytes of a range: all combos one by one with weights fit */
    HOLDEM_DEAD_MAX = 40,
    HOLDEM_BETS_MAX = 16,
    HOLDEM_SAMPLES_MAX = 100000000,
    HOLDEM_SAMPLES = 1000000
};
#define HOLDEM_CHIPS_MAX 1e12

enum holdem_want { HOLDEM_WANT_COMBOS, HOLDEM_WANT_GRID, HOLDEM_WANTS };
extern const char *const holdem_want_names[HOLDEM_WANTS + 1];   /* NULL-terminated */
extern const char *const holdem_method_names[];                 /* by enum holdem_method; those of a request first */
extern const char *const holdem_street_names[HOLDEM_BOARD + 1]; /* by the number of cards on the board */

/* A bet or raise of the first player, and how the second one answers. */
struct holdem_bet {
    double amount;              /* chips that the player adds */
    double fold;                /* probability of a fold; unused with fold_range */
    struct holdem_range *range; /* probability of a fold by combo; NULL: the same for all */
};

/* What the first player may do. */
struct holdem_stakes {
    bool asked;
    double pot, to_call, invested;
    unsigned bets;
    struct holdem_bet bet[HOLDEM_BETS_MAX];
};

/* The form "equity". */
struct holdem_problem {
    struct holdem_table table;  /* ranges without known cards */
    struct holdem_range *asked; /* [players] as they are written */
    const char **name;          /* [players], NULL: none */
    enum holdem_method method;  /* never HOLDEM_AUTO */
    uint64_t samples;           /* 0 if exact */
    uint32_t want;              /* bits 1 << enum holdem_want */
    struct holdem_stakes stakes;
};

struct holdem_action {
    double ev, error; /* error: standard error; 0: exact */
    double p_fold;    /* of a bet: probability of a fold; equity if it is called, 0 if never */
    double called;
};

struct holdem_answer {
    struct holdem_outcome outcome;
    struct nash_arena *arena;
    struct holdem_action call;                 /* or check */
    struct holdem_action bet[HOLDEM_BETS_MAX]; /* [stakes.bets] */
    uint64_t solve_us;
};

/* read/json.c, read/text.c */
void holdem_equity_read(struct reader *r, void **problem);
enum nash_status holdem_parse_text(const char *text, size_t len, const struct nash_json *members,
                                   struct nash_arena *arena, void **problem, struct nash_error *error);
/* canon.c */
bool holdem_equity_seeded(const void *problem);
void holdem_equity_canon(const void *problem, struct nash_sha256 *sha);
/* solve.c */
enum nash_status holdem_equity_solve(const void *problem, struct nash_run *run, struct nash_result *result,
                                     struct nash_error *error);
/* verify/verify.c */
enum nash_status holdem_equity_verify(const void *problem, const struct nash_result *result, struct nash_error *error);
/* write/summary.c, write/result.c, write/text.c */
void holdem_equity_describe(const void *problem, struct nash_buf *out);
void holdem_equity_write(const void *problem, const struct nash_result *result, struct nash_jsonw *out);
void holdem_text_of(const cJSON *result, struct nash_buf *out);

/* kind.c */
extern const struct form holdem_form_equity;

#endif
