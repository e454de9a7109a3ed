#include "names.h"

#include <string.h>

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
