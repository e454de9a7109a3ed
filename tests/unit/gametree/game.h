/* One problem through a game of the kind: parse, solve, verify, write. */
#ifndef TEST_GAMETREE_GAME_H
#define TEST_GAMETREE_GAME_H

#include <cjson/cJSON.h>
#include <stdio.h>
#include <string.h>

#include <solvers/gametree/problem.h>

#include "../base/test.h"

struct game_case {
    const struct gametree_game *game;
    struct nash_arena *arena; /* game_parse() makes it */
    struct nash_error error;
    struct nash_run run; /* as the caller left it, but for the arena */
    struct nash_result result;
    void *problem;
    cJSON *json; /* of the result */
};

/* Reads text in an arena of 256 MB; game_free() ends it. */
enum nash_status game_parse(struct game_case *c, const char *text);

/* All of it. Fails the test, telling the text, where anything but a good answer comes. */
void game_solve(struct game_case *c, const char *text);

/* The text is refused with this status and pointer, and a word of the detail. */
void game_refuses(const struct gametree_game *game, const char *text, enum nash_status status, const char *pointer,
                  const char *word);

void game_free(struct game_case *c);

/* The key of a text that can be parsed. */
struct nash_hash game_key(const struct gametree_game *game, const char *text);

/* A member by its path, as "best/into/0"; fails the test when there is none. */
const cJSON *game_at(const struct game_case *c, const char *path);
int game_int(const struct game_case *c, const char *path);
const char *game_word(const struct game_case *c, const char *path);
bool game_has(const struct game_case *c, const char *path);

#endif
