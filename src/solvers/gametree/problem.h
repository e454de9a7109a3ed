/* The interface between the plug-in and its games. A request is one of several games, selected by the member "game";
 * each game has the same five functions. A new game needs a folder and a line in games.c. */
#ifndef GAMETREE_PROBLEM_H
#define GAMETREE_PROBLEM_H

#include <nash/solver.h>
#include <solvers/kit/reader.h>

struct gametree_game {
    const char *name;                 /* the member "game", or "tree" */
    const char *const *members;       /* members of the request besides "game", ended by NULL */
    void *(*parse)(struct reader *r); /* complete if reader_ok(); unknown members are refused before the call */
    void (*canon)(const void *problem, struct nash_sha256 *sha);
    enum nash_status (*solve)(const void *problem, struct nash_run *run, struct nash_result *result,
                              struct nash_error *error);
    enum nash_status (*verify)(const void *problem, const struct nash_result *result, struct nash_error *error);
    void (*write)(const void *problem, const struct nash_result *result,
                  struct nash_jsonw *out); /* writes the whole result with its summary */
};

/* The result of nash_solver.parse: the game and its own problem. */
struct gametree_problem {
    const struct gametree_game *game;
    void *own;
};

extern const struct gametree_game gametree_tree, gametree_tictactoe, gametree_connect4, gametree_grundy, gametree_nim;

/* Maps the table of Grundy values (piles/). Called once, before the workers start. */
enum nash_status gametree_prepare(const char *data_dir, struct nash_error *error);

#endif
