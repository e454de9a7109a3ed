#include "piles.h"

void piles_start(struct reader *r, struct piles_play *own, unsigned fallback)
{
    struct nash_json_ints ints = reader_ints(r, "piles");
    int64_t coins = 0;
    own->misere = reader_bool(r, "misere", false);
    if (!reader_has(r, "piles")) {
        own->pile[own->count++] = (uint16_t)fallback;
        return;
    }
    if (ints.count == 0 || ints.count > PLAY_PILES_MAX) {
        reader_fail(r, NASH_UNPROCESSABLE, "piles", "a game has 1 to %d piles, not %zu", PLAY_PILES_MAX, ints.count);
        return;
    }
    for (size_t i = 0; i < ints.count; i++) {
        if (ints.value[i] < 1 || ints.value[i] > PLAY_COINS_MAX || (coins += ints.value[i]) > PLAY_COINS_MAX) {
            reader_fail_at(r, NASH_UNPROCESSABLE, "piles", i, "a pile has at least 1 coin, and all have at most %d",
                           PLAY_COINS_MAX);
            return;
        }
        own->pile[own->count++] = (uint16_t)ints.value[i];
    }
}

int piles_find(const struct piles_play *own, unsigned size, struct nash_error *error)
{
    for (unsigned i = 0; i < own->count; i++)
        if (own->pile[i] == size && size > 0)
            return (int)i;
    nash_play_refuse(error, "there is no pile of %u", size);
    return -1;
}

bool piles_repeat(const struct piles_play *own, unsigned index)
{
    for (unsigned i = 0; i < index; i++)
        if (own->pile[i] == own->pile[index])
            return true;
    return false;
}

bool piles_read_number(const char **text, unsigned *number)
{
    const char *begin = *text;
    for (*number = 0; **text >= '0' && **text <= '9' && *text - begin < 4; ++*text)
        *number = *number * 10 + (unsigned)(**text - '0');
    return *text > begin;
}

void piles_end_if(struct nash_play *play, bool has_move)
{
    bool mover_wins = !piles_seen(play)->misere;
    if (!has_move)
        nash_play_end(play, (int)(mover_wins ? play->to_move : 1 - play->to_move), "no-move");
}

void piles_write(const struct nash_play *play, struct nash_jsonw *json)
{
    const struct piles_play *own = piles_seen(play);
    nash_jsonw_karray(json, "piles");
    for (unsigned i = 0; i < own->count; i++)
        nash_jsonw_uint(json, own->pile[i]);
    nash_jsonw_array_end(json);
}

void piles_write_problem(const struct nash_play *play, struct nash_jsonw *json)
{
    nash_jsonw_kstring(json, "game", play->game->name);
    piles_write(play, json);
    nash_jsonw_kbool(json, "misere", piles_seen(play)->misere);
}
