/* The games that are built in. */
#ifndef IMPERFECT_GAMES_BUILTIN_H
#define IMPERFECT_GAMES_BUILTIN_H

#include "build.h"

/* The NULL-terminated names of the games: "kuhn", "leduc", "liars_dice". */
extern const char *const game_builtin_names[];

/* Return the game in the arena, or NULL with *error (NASH_NOMEM). */
struct game_tree *game_builtin(unsigned which, struct nash_arena *arena, struct nash_error *error);
struct game_tree *game_kuhn(struct nash_arena *arena, struct nash_error *error);
struct game_tree *game_leduc(struct nash_arena *arena, struct nash_error *error);
struct game_tree *game_liars_dice(struct nash_arena *arena, struct nash_error *error);

/* Returns formatted text of at most 63 bytes in the arena; "" if it is full, and the builder then fails as well. */
const char *game_print(struct nash_arena *arena, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
