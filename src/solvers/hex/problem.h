/* A problem of the kind "hex" and the functions of the plug-in. A problem lives in the arena of its request. */
#ifndef HEX_PROBLEM_H
#define HEX_PROBLEM_H

#include <solvers/hex/engines/settings.h>
#include <solvers/kit/forms.h>

enum {
    HEX_SIZE_DEFAULT = 11,
    HEX_EXACT_CELLS = 25,        /* boards up to which "exact" is the default engine */
    HEX_MEMORY_BYTES = 512 << 20 /* of a job */
};

struct hex_problem {
    struct hex_position position; /* after all moves; to_move is HEX_EMPTY if the game is over */
    enum hex_color winner;        /* of a game that is over */
    bool resigned;                /* winner has won by resignation */
    bool may_swap;                /* the side to move may answer the only stone with a swap of pieces */
    const struct hex_engine *engine;
    struct hex_settings settings;
};

/* One position, the last form of the kind: a request without the member of another form. */
extern const struct form hex_form_position;

/* read/json.c, read/text.c */
void hex_read(struct reader *r, void **problem);
enum nash_status hex_parse_text(const char *text, size_t len, const struct nash_json *members, struct nash_arena *arena,
                                void **problem, struct nash_error *error);
/* canon.c */
bool hex_seeded(const void *problem);
void hex_canon(const void *problem, struct nash_sha256 *sha);
/* Adds the net and the simulations of an engine that plays by a net. */
void hex_net_canon(const struct hex_player *player, struct nash_sha256 *sha);
/* solve.c */
enum nash_status hex_solve(const void *problem, struct nash_run *run, struct nash_result *result,
                           struct nash_error *error);
/* verify/verify.c */
enum nash_status hex_verify(const void *problem, const struct nash_result *result, struct nash_error *error);
/* write/result.c, write/text.c */
void hex_describe(const void *problem, struct nash_buf *out);
void hex_write(const void *problem, const struct nash_result *result, struct nash_jsonw *out);
void hex_text_of(const cJSON *result, struct nash_buf *out);

#endif
