#include "names.h"

#include <string.h>

#include <solvers/kit/text_reader.h>

#include "read.h"

bool game_names_init(struct game_names *names, struct nash_arena *arena)
{
    return symbols_init(&names->used, arena, 64);
}

const char *game_names_unique(struct game_names *names, const char *name, uint32_t player, int64_t number)
{
    bool is_new = false;
    uint32_t at = *name ? symbols_add(&names->used, name, strlen(name), &is_new) : SYMBOL_NONE;
    for (int dashes = 0; !is_new; dashes++) { /* a file may also have called another infoset "2:7" */
        name = game_print(names->used.arena, "%u:%lld%.*s", player, (long long)number, dashes % 40,
                          "----------------------------------------");
        at = *name ? symbols_add(&names->used, name, strlen(name), &is_new) : SYMBOL_NONE;
        if (at == SYMBOL_NONE || dashes == 39)
            return NULL;
    }
    return names->used.name[at];
}

const char *const *game_names_of_actions(struct nash_arena *arena, const char *const name[], uint32_t count)
{
    struct symbols set;
    bool usable = true;
    const char **numbers = NASH_NEW(arena, const char *, count);
    if (!numbers || !symbols_init(&set, arena, count))
        return NULL;
    for (uint32_t a = 0; a < count && usable; a++) {
        bool is_new = false;
        usable = *name[a] && symbols_add(&set, name[a], strlen(name[a]), &is_new) != SYMBOL_NONE && is_new;
    }
    for (uint32_t a = 0; a < count; a++)
        numbers[a] = usable ? name[a] : game_print(arena, "%u", a + 1);
    return numbers;
}

bool game_name_check(const struct reader *r, const char *name)
{
    size_t characters = 0;
    text_utf8_length((struct text_span){name, name + strlen(name)}, &characters);
    if (characters < 1 || characters > GAME_NAME_MAX)
        reader_fail(r, NASH_INVALID, NULL, "expected a name of 1 to %d characters", GAME_NAME_MAX);
    return characters >= 1 && characters <= GAME_NAME_MAX;
}

const char *game_name_read(const struct reader *r)
{
    const char *name = cJSON_IsString(r->value) ? r->value->valuestring : "";
    return game_name_check(r, name) ? name : NULL;
}

uint32_t game_player_read(struct reader *r, const char *const player_name[], uint32_t players)
{
    struct reader player;
    if (!reader_member(&player, r, "player"))
        return UINT32_MAX;
    if (cJSON_IsNumber(player.value)) {
        int64_t number = reader_as_int(&player, 1, GAME_PLAYERS_MAX, 0);
        if (number >= 1 && number <= players)
            return (uint32_t)number - 1;
    } else {
        const char *name = game_name_read(&player);
        for (uint32_t p = 0; name && p < players; p++)
            if (strcmp(player_name[p], name) == 0)
                return p;
    }
    if (reader_ok(r))
        reader_fail(&player, NASH_UNPROCESSABLE, NULL,
                    "is not a player of the game: expected a player's name, or a number from 1 to %u", players);
    return UINT32_MAX;
}

void game_adopt_open(const struct reader *r, const struct reader *inner)
{
    struct nash_error error = *inner->error;
    if (reader_ok(inner))
        return;
    if (error.status == NASH_INVALID) {
        error.status = NASH_UNPROCESSABLE;
        error.type[0] = '\0'; /* the type of the status */
    }
    reader_adopt(r, &error);
}
