#include "game.h"

extern const struct nash_solver nash_solver_gametree;
const struct nash_solver *const kind_solver = &nash_solver_gametree;

void game_refuses(const char *game, const char *members, enum nash_status status, const char *pointer, const char *word)
{
    char text[512];
    snprintf(text, sizeof text, "{\"game\":\"%s\"%s%s}", game, *members ? "," : "", members);
    kind_refuses(NASH_FORMAT_JSON, text, status, pointer, word);
}
