/* An engine and its settings, as a request names them: {"engine":"uct","iterations":20000}. */
#ifndef HEX_ENGINES_SETTINGS_H
#define HEX_ENGINES_SETTINGS_H

#include <solvers/kit/reader.h>

#include "player.h"

enum { HEX_ENGINES_MAX = 8 };

/* The members that hex_player_read() reads, for reader_only(). */
#define HEX_PLAYER_MEMBERS "engine", "iterations", "nodes", "exploration", "rave", "plain", "simulations", "net"

/* Returns the settings of a request that names none. */
struct hex_settings hex_settings_default(void);

/* Reads the members of an object. engines: a list that ends with NULL, such as hex_engines. fallback: the engine of an
 * object that names none, or NULL. */
void hex_player_read(struct reader *r, const struct hex_engine *const *engines, const struct hex_engine *fallback,
                     struct hex_player *player);
/* Reports a net at the member "net" of r if it does not fit the board. */
void hex_player_check_net(const struct reader *r, const struct hex_player *player, unsigned rows, unsigned cols);

#endif
