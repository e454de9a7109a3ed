/* Names that tell infosets and actions apart, where a file does not. */
#ifndef IMPERFECT_GAMES_NAMES_H
#define IMPERFECT_GAMES_NAMES_H

#include <solvers/imperfect/games/builtin.h>
#include <solvers/kit/collections/symbols.h>
#include <solvers/kit/reader.h>

/* The names of infosets that are used. */
struct game_names {
    struct symbols used;
};

/* Returns false if the arena is full. */
bool game_names_init(struct game_names *names, struct nash_arena *arena);
/* Returns the name, or "player:number" if it is empty or used already. NULL if the arena is full. */
const char *game_names_unique(struct game_names *names, const char *name, uint32_t player, int64_t number);

/* Returns the names, or "1", "2" ... if any of them is empty or two are equal. NULL if the arena is full. */
const char *const *game_names_of_actions(struct nash_arena *arena, const char *const name[], uint32_t count);

/* Reads the string at r, a name of 1 to GAME_NAME_MAX characters, which the document owns. Reports NASH_INVALID and
 * returns NULL for anything else. */
const char *game_name_read(const struct reader *r);
/* Checks the length of a name that is a key of an object. */
bool game_name_check(const struct reader *r, const char *name);
/* Reports at r the error of `inner`, a reader of a part that the schema leaves open: what is NASH_INVALID there is
 * NASH_UNPROCESSABLE. */
void game_adopt_open(const struct reader *r, const struct reader *inner);

/* Reads the member "player" of r: a name or a number from 1. Returns the player, or UINT32_MAX if the member is absent
 * or after an error. */
uint32_t game_player_read(struct reader *r, const char *const player_name[], uint32_t players);

#endif
