/* Readers of game trees. */
#ifndef IMPERFECT_GAMES_READ_H
#define IMPERFECT_GAMES_READ_H

#include <solvers/imperfect/games/tree.h>
#include <solvers/kit/reader.h>

enum { GAME_NAME_MAX = 200 };         /* characters of a name */
enum { GAME_JSON_ACTIONS_MAX = 200 }; /* of a node in JSON */

/* Read a game of 1 to GAME_PLAYERS_MAX players in the reader's arena. Return NULL after reporting an error at r. */

/* Reads the text of a Gambit .efg file: EFG 2 R "title" { "player" "player" } and the nodes in prefix order.
 *
 * An infoset without a name, or with that of an earlier infoset, is called "player:number", as "2:7". Actions whose
 * names are empty or equal within an infoset are called "1", "2", ... */
struct game_tree *efg_read(const struct reader *r, const char *text, size_t len);

/* Reads the game at r, an object: {"players": ["A", "B"], "root": node}. A node is {"payoff": [1, -1]}, {"chance":
 * [{"p": "1/3", "name": "K", "node": node}, ...]} or {"player": "A" or 1, "infoset": "K", "actions": {"bet": node,
 * ...}}. */
struct game_tree *game_json_read(struct reader *r);

/* Reads a request at the root r. *problem is a struct game_problem; see struct form. */
void game_read(struct reader *r, void **problem);

#endif
