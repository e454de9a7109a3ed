/* The plug-in's files and its games: what they hand to each other.
 *
 * A request is one of several games; each brings the same five functions, and the plug-in picks by the member that
 * names it. So a new game is a file and a line in games.c. */
#ifndef GAMETREE_PROBLEM_H
#define GAMETREE_PROBLEM_H

#include <nash/solver.h>

struct gametree_game {
    const char *name;           /* the member "game", or "tree" */
    const char *const *members; /* of the request, besides "game": ended by NULL */
    enum nash_status (*parse)(const struct nash_json *doc, struct nash_arena *arena, void **problem,
                              struct nash_error *error); /* unknown members are already refused */
    void (*canon)(const void *problem, struct nash_sha256 *sha);
    enum nash_status (*solve)(const void *problem, struct nash_run *run, struct nash_result *result,
                              struct nash_error *error);
    enum nash_status (*verify)(const void *problem, const struct nash_result *result, struct nash_error *error);
    void (*write)(const void *problem, const struct nash_result *result, struct nash_jsonw *out); /* brief and all */
};

/* What nash_solver.parse makes: the game and its own problem. */
struct gametree_problem {
    const struct gametree_game *game;
    void *own;
};

extern const struct gametree_game gametree_tree, gametree_tictactoe, gametree_connect4, gametree_grundy, gametree_nim;

/* Once, before workers: maps the table of Grundy values (piles/). */
enum nash_status gametree_prepare(const char *data_dir, struct nash_error *error);

#endif
