/* A match: its request, its answer, and the course of its games, alone or in units of a farm. */
#ifndef HEX_MATCH_MATCH_H
#define HEX_MATCH_MATCH_H

#include <solvers/hex/engines/settings.h>
#include <solvers/hex/members.h>
#include <solvers/kit/forms.h>

#include "game.h"
#include "openings.h"
#include "statistics.h"

enum { HEX_GAMES_DEFAULT = 50, HEX_GAMES_MAX = 10000, HEX_OPENINGS_MAX = 10000 };

struct hex_match {
    struct hex_rules rules;
    unsigned games, first;       /* first: games in which engine a is Black */
    struct hex_opening *opening; /* [openings] */
    unsigned openings;
    bool has_sprt;
    struct hex_sprt sprt; /* from the point of view of engine a; the match ends at the decision */
    struct hex_members members;
};

struct hex_match_answer {
    struct hex_game *game; /* [games] in order */
    unsigned games;        /* played, up to the decision of the SPRT */
    unsigned black[2];     /* games in which a and b were Black */
    unsigned wins[2][2];   /* of a and b, as Black and as White */
    unsigned failures[2];  /* games that a and b lost otherwise than by connection */
    struct hex_sprt_state sprt;
    bool stopped; /* a budget or a cancel ended the match */
    uint64_t solve_us;
    uint64_t moves[2];                     /* of a and b after the openings */
    int64_t cpu_ns[2];                     /* processor time of these moves, if one process played alone */
    const struct hex_members_report *farm; /* NULL: one process played alone */
};

/* Returns the wins of an engine with both colors. */
static inline unsigned hex_match_wins(const struct hex_match_answer *answer, unsigned engine)
{
    return answer->wins[engine][0] + answer->wins[engine][1];
}

/* ---- match/play.c ---- */

/* Returns an answer without games in the arena; NULL when it is exhausted. */
struct hex_match_answer *hex_match_answer_new(const struct hex_match *match, struct nash_arena *arena);
/* Adds the next game. Returns false if no further game is needed. */
bool hex_match_add(const struct hex_match *match, struct hex_match_answer *answer, const struct hex_game *game);
/* Returns whether the answer has all games that are needed. */
bool hex_match_is_complete(const struct hex_match *match, const struct hex_match_answer *answer);
/* Sets seed, Black and opening of a game, as hex_game_prepare(). */
void hex_match_prepare(const struct hex_match *match, uint64_t seed, unsigned number, struct hex_game *game);

/* ---- the form "match" of the kind ---- */

extern const struct form hex_form_match;

/* match/read.c: reads a match of these engines. Returns NULL after reporting an error. */
struct hex_match *hex_match_read(struct reader *r, const struct hex_engine *const *engines);
/* match/play.c */
bool hex_match_seeded(const void *problem);
void hex_match_canon(const void *problem, struct nash_sha256 *sha);
enum nash_status hex_match_solve(const void *problem, struct nash_run *run, struct nash_result *result,
                                 struct nash_error *error);
/* match/verify.c: plays all records again by other rules than game.c, counts, and repeats the game with the fewest
 * nodes. */
enum nash_status hex_match_verify(const void *problem, const struct nash_result *result, struct nash_error *error);
/* match/write.c. hex_match_write_counts() writes the members of a result from "rows" to "sprt". */
void hex_match_write_counts(const struct hex_match *match, const struct hex_match_answer *answer,
                            struct nash_jsonw *out);
void hex_match_describe(const void *problem, struct nash_buf *out);
void hex_match_write(const void *problem, const struct nash_result *result, struct nash_jsonw *out);

#endif
