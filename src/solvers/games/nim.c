/* Nim. A move leaves fewer coins in a pile: "5->1". With the setting "take" it takes at most so many. */
#include <stdio.h>
#include <string.h>

#include "piles.h"

static void nim_start(struct reader *r, struct nash_play *play)
{
    struct piles_play *own = piles_of(play);
    piles_start(r, own, 5);
    own->take = (uint16_t)reader_int(r, "take", 1, PLAY_COINS_MAX, 0);
}

static bool nim_has_move(const struct piles_play *own)
{
    for (unsigned i = 0; i < own->count; i++)
        if (own->pile[i] > 0)
            return true;
    return false;
}

static bool nim_apply(struct nash_play *play, const char *move, struct nash_error *error)
{
    struct piles_play *own = piles_of(play);
    const char *at = move;
    unsigned from, to;
    if (!piles_read_number(&at, &from) || strncmp(at, "->", 2) != 0 || (at += 2, !piles_read_number(&at, &to)) || *at)
        return nash_play_refuse(error, "\"%.16s\" is no move; to leave 1 coin of a pile of 5, write 5->1", move);
    int index = piles_find(own, from, error);
    if (index < 0)
        return false;
    if (to >= from)
        return nash_play_refuse(error, "a move takes at least one coin, and %u are not fewer than %u", to, from);
    if (own->take > 0 && from - to > own->take)
        return nash_play_refuse(error, "a move takes at most %u coins, not %u", own->take, from - to);
    own->pile[index] = (uint16_t)to;
    piles_end_if(play, nim_has_move(own));
    return true;
}

static void nim_legal(const struct nash_play *play, unsigned most, nash_move_each *each, void *context)
{
    const struct piles_play *own = piles_seen(play);
    char move[NASH_MOVE_MAX];
    for (unsigned i = 0; i < own->count; i++)
        for (unsigned to = own->pile[i]; to-- > 0 && !piles_repeat(own, i) && most > 0; most--) {
            if (own->take > 0 && own->pile[i] - to > own->take)
                break;
            snprintf(move, sizeof move, "%u->%u", own->pile[i], to);
            each(context, move);
        }
}

static void nim_write_problem(const struct nash_play *play, struct nash_jsonw *json)
{
    piles_write_problem(play, json);
    if (piles_seen(play)->take > 0)
        nash_jsonw_kuint(json, "take", piles_seen(play)->take);
}

static bool nim_read_move(struct reader *result, char move[NASH_MOVE_MAX])
{
    struct reader best;
    if (!reader_object(&best, result, "best")) /* null: the position is lost */
        return false;
    int pile = (int)reader_int(&best, "pile", 1, PLAY_COINS_MAX, 0);
    int to = (int)reader_int(&best, "to", 0, PLAY_COINS_MAX, 0);
    snprintf(move, NASH_MOVE_MAX, "%d->%d", pile, to);
    return pile > 0;
}

const struct nash_game nash_game_nim = {
    .name = "nim",
    .title = "Nim",
    .seat = {"first", "second"},
    .settings = (const char *const[]){"piles", "misere", "take", NULL},
    .engine_kind = "gametree",
    .start = nim_start,
    .apply = nim_apply,
    .legal = nim_legal,
    .write = piles_write,
    .write_problem = nim_write_problem,
    .problem = (const char *const[]){"game", "piles", "misere", "take", "to_move", "tree", NULL},
    .read_move = nim_read_move,
};
