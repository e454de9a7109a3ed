/* Grundy's game. A move splits a pile into two unequal ones: "7->1+6". */
#include <stdio.h>
#include <string.h>

#include "piles.h"

static bool grundy_has_move(const struct piles_play *own)
{
    for (unsigned i = 0; i < own->count; i++)
        if (own->pile[i] > 2)
            return true;
    return false;
}

static void grundy_start(struct reader *r, struct nash_play *play)
{
    piles_start(r, piles_of(play), 7);
    if (reader_ok(r) && !grundy_has_move(piles_seen(play)))
        reader_fail(r, NASH_UNPROCESSABLE, "piles", "no pile can be split into two unequal ones");
}

static bool grundy_read(const char *move, unsigned *from, unsigned *a, unsigned *b)
{
    const char *at = move;
    if (!piles_read_number(&at, from) || strncmp(at, "->", 2) != 0)
        return false;
    at += 2;
    if (!piles_read_number(&at, a) || *at++ != '+')
        return false;
    return piles_read_number(&at, b) && *at == '\0';
}

static bool grundy_apply(struct nash_play *play, const char *move, struct nash_error *error)
{
    struct piles_play *own = piles_of(play);
    unsigned from, a, b;
    if (!grundy_read(move, &from, &a, &b))
        return nash_play_refuse(error, "\"%.16s\" is no move; to split a pile of 7, write 7->1+6", move);
    int index = piles_find(own, from, error);
    if (index < 0)
        return false;
    if (a + b != from || a == 0 || b == 0)
        return nash_play_refuse(error, "%u and %u are not the parts of a pile of %u", a, b, from);
    if (a == b)
        return nash_play_refuse(error, "the parts of a pile must be unequal");
    own->pile[index] = (uint16_t)a;
    own->pile[own->count++] = (uint16_t)b;
    piles_end_if(play, grundy_has_move(own));
    return true;
}

static void grundy_legal(const struct nash_play *play, unsigned most, nash_move_each *each, void *context)
{
    const struct piles_play *own = piles_seen(play);
    char move[NASH_MOVE_MAX];
    for (unsigned i = 0; i < own->count; i++)
        for (unsigned a = 1; 2 * a < own->pile[i] && !piles_repeat(own, i) && most > 0; a++, most--) {
            snprintf(move, sizeof move, "%u->%u+%u", own->pile[i], a, own->pile[i] - a);
            each(context, move);
        }
}

static bool grundy_read_move(struct reader *result, char move[NASH_MOVE_MAX])
{
    struct reader best;
    if (!reader_object(&best, result, "best")) /* null: the position is lost */
        return false;
    int pile = (int)reader_int(&best, "pile", 1, PLAY_COINS_MAX, 0);
    struct nash_json_ints into = reader_ints(&best, "into");
    if (into.count == 2)
        snprintf(move, NASH_MOVE_MAX, "%d->%d+%d", pile, (int)into.value[0], (int)into.value[1]);
    return into.count == 2;
}

const struct nash_game nash_game_grundy = {
    .name = "grundy",
    .title = "Grundy's game",
    .seat = {"first", "second"},
    .settings = (const char *const[]){"piles", "misere", NULL},
    .engine_kind = "gametree",
    .start = grundy_start,
    .apply = grundy_apply,
    .legal = grundy_legal,
    .write = piles_write,
    .write_problem = piles_write_problem,
    .problem = (const char *const[]){"game", "piles", "misere", "to_move", "tree", NULL},
    .read_move = grundy_read_move,
};
