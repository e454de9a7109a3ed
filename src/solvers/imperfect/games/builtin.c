/* The list of built-in games. */
#include "builtin.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const char *const game_builtin_names[] = {"kuhn", "leduc", "liars_dice", NULL};

struct game_tree *game_builtin(unsigned which, struct nash_arena *arena, struct nash_error *error)
{
    static struct game_tree *(*const build[])(struct nash_arena *, struct nash_error *) = {game_kuhn, game_leduc,
                                                                                           game_liars_dice};
    return build[which](arena, error);
}

const char *game_print(struct nash_arena *arena, const char *format, ...)
{
    char text[64];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    const char *copy = nash_arena_strndup(arena, text, strlen(text));
    return copy ? copy : "";
}
