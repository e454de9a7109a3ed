#include "game.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const struct nash_game *const nash_games[] = {&nash_game_hex,    &nash_game_connect4, &nash_game_tictactoe,
                                              &nash_game_grundy, &nash_game_nim,      NULL};

const struct nash_game *nash_game_find(const char *name)
{
    for (unsigned i = 0; nash_games[i] != NULL; i++)
        if (strcmp(nash_games[i]->name, name) == 0)
            return nash_games[i];
    return NULL;
}

enum nash_status nash_play_start(struct nash_play *play, const struct nash_game *game, struct reader *r)
{
    memset(play, 0, sizeof *play);
    play->game = game;
    play->winner = -1;
    game->start(r, play);
    return reader_status(r);
}

int nash_play_resigns(const struct nash_play *play, const char *move)
{
    static const char resign[] = "resign";
    const size_t len = sizeof resign - 1;
    if (strncmp(move, resign, len) != 0)
        return -1;
    if (move[len] == '\0')
        return (int)play->to_move;
    for (int seat = 0; seat < 2; seat++)
        if (move[len] == ' ' && strcmp(move + len + 1, play->game->seat[seat]) == 0)
            return seat;
    return -1;
}

enum nash_status nash_play_move(struct nash_play *play, const char *move, struct nash_error *error)
{
    if (play->over)
        return nash_fail_type(error, NASH_CONFLICT, "game-over", "/move", "the game is over after %u moves",
                              play->moves);
    int resigns = nash_play_resigns(play, move);
    if (resigns >= 0)
        nash_play_end(play, 1 - resigns, "resigned");
    else if (!play->game->apply(play, move, error))
        return NASH_UNPROCESSABLE;
    play->moves++;
    play->to_move ^= 1;
    return NASH_OK;
}

void nash_play_legal(const struct nash_play *play, unsigned most, nash_move_each *each, void *context)
{
    if (!play->over)
        play->game->legal(play, most, each, context);
}

bool nash_play_refuse(struct nash_error *error, const char *format, ...)
{
    char detail[sizeof error->detail];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(detail, sizeof detail, format, arguments);
    va_end(arguments);
    nash_fail_type(error, NASH_UNPROCESSABLE, "illegal-move", "/move", "%s", detail);
    return false;
}

bool nash_play_end(struct nash_play *play, int winner, const char *why)
{
    play->over = true;
    play->winner = winner;
    play->why = why;
    return true;
}
