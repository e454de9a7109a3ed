/* What is known of an opponent in a game: the number of hands of each kind in each period, as JSON.
 *
 *     {"game": "leduc", "hands": 120, "counts": [{"hand": "1 K:r call shows Q", "period": 0, "count": 3}, ...],
 *      "seen": ["9f86d081884c7d65", ...]}
 *
 * A game of the user's has "efg", the text of its file, in the place of "game". "seen" has the hashes of the hands that
 * had an identifier, so that a hand read twice counts once. Adding models adds the counts. */
#ifndef IMPERFECT_GAMES_LEARN_MODEL_H
#define IMPERFECT_GAMES_LEARN_MODEL_H

#include <nash/jsonw.h>
#include <solvers/imperfect/equilibrium/learn.h>
#include <solvers/kit/collections/symbols.h>
#include <solvers/kit/reader.h>

enum { MODEL_PERIOD = 100 };      /* hands of a period */
enum { MODEL_NODES_MAX = 50000 }; /* of a game that is learnt */

struct game_model {
    int builtin;     /* index of the built-in game, or -1 */
    const char *efg; /* of a game that is not built in */
    const struct game_tree *tree;
    struct learn_views views;
    struct learn_table table;
    double hands;
    struct symbols seen; /* hashes, as hexadecimal */
};

/* Begins an empty model. Reports NASH_UNPROCESSABLE unless the game has two players and a constant sum. */
bool game_model_begin(const struct reader *r, struct game_model *m, const struct game_tree *tree, int builtin,
                      const char *efg);
/* Reads the game of the members "game" and "efg" at r, and begins a model. Returns false if it has none of them, or
 * after an error. */
bool game_model_game(struct reader *r, struct game_model *m);
/* Adds the counts of the JSON model at r. Reports what is wrong as NASH_UNPROCESSABLE. */
void game_model_add(struct reader *r, struct game_model *m);

enum game_hand { GAME_HAND_LEARNT, GAME_HAND_REPEATED, GAME_HAND_REFUSED, GAME_HAND_NOMEM };
/* Adds a hand as equilibrium/hand_text.h has it, after "#IDENTIFIER " if it has one. why: room for HAND_TEXT_WHY. */
enum game_hand game_model_hand(struct game_model *m, const char *text, size_t len, char *why);

void game_model_write(const struct game_model *m, struct nash_jsonw *out);

#endif
