/* A whole game: the problem of the forms "review" and "record". It lives in the arena of its request. */
#ifndef HEX_HISTORY_H
#define HEX_HISTORY_H

#include <solvers/hex/problem.h>
#include <solvers/hex/read/input.h>
#include <solvers/hex/records/record.h>

struct hex_history {
    const struct hex_record *record; /* legal moves of sides that alternate; it has the winner of a game that is over */
    bool swap;                       /* the swap rule holds */
    uint64_t nodes;                  /* of a review: largest number of positions expanded for one; 0: no limit */
};

/* Reads the members of a form that do not belong to the game. */
typedef void hex_history_options(struct reader *r, struct hex_input *in);

/* review/: who wins each position of a game, and which moves lost it. */
extern const struct form hex_form_review;
hex_history_options hex_review_options;
/* notation/: a game as SGF, HexWorld link and commands of HTP. */
extern const struct form hex_form_notation;
hex_history_options hex_notation_options;

/* ---- read/history.c ---- */

/* Reads a member that selects a form and must be true. */
void hex_read_true(struct reader *r, const char *name);
/* Makes the problem of a game that was played. Returns NULL after reporting an error. */
struct hex_history *hex_make_history(struct reader *r, const struct hex_input *in);
/* Reads a whole game and these options; other members than `members`, which a NULL ends, are refused. Leaves *problem
 * unchanged after reporting an error. */
void hex_read_history(struct reader *r, const char *const *members, hex_history_options *options, void **problem);
/* Adds the game, its rules and the budget to a key. */
void hex_history_canon(const struct hex_history *history, struct nash_sha256 *sha);

/* write/request.c: writes the member "problem", the game as the request of a position. */
void hex_write_request(const struct hex_history *history, struct nash_jsonw *out);

#endif
