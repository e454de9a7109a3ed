#include "seat.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static _Noreturn void refuse(const char *what, const char *text)
{
    fprintf(stderr, "%s: \"%s\"\n", what, text);
    exit(2);
}

static void set(struct hex_settings *s, const char *key, const char *value)
{
    if (!strcmp(key, "iterations"))
        s->iterations = strtoull(value, NULL, 10);
    else if (!strcmp(key, "nodes"))
        s->nodes = strtoull(value, NULL, 10);
    else if (!strcmp(key, "exploration"))
        s->exploration = strtof(value, NULL);
    else if (!strcmp(key, "rave"))
        s->rave = atoi(value);
    else if (!strcmp(key, "plain"))
        s->plain = atoi(value);
    else
        refuse("unknown setting", key);
}

void seat_read(const char *text, struct hex_player *player)
{
    char copy[1024], *rest;
    snprintf(copy, sizeof copy, "%s", text);
    const char *name = strtok_r(copy, ":", &rest);
    *player = (struct hex_player){.settings = hex_settings_default()};
    for (unsigned i = 0; name && hex_engines[i]; i++)
        if (!strcmp(hex_engines[i]->name, name))
            player->engine = hex_engines[i];
    if (!player->engine)
        refuse("unknown engine", text);
    for (char *part = strtok_r(NULL, ",", &rest); part; part = strtok_r(NULL, ",", &rest)) {
        char *equal = strchr(part, '=');
        if (!equal)
            refuse("expected KEY=VALUE", part);
        *equal = '\0';
        set(&player->settings, part, equal + 1);
    }
}
