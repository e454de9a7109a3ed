#include "seat.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <solvers/hex/net/play_net.h>

#include "tuning.h"

enum { NET_MAX = 64 << 20 };

static _Noreturn void refuse(const char *what, const char *text)
{
    fprintf(stderr, "%s: \"%s\"\n", what, text);
    exit(2);
}

/* Reads a play net; it is kept until the program ends. */
static void set_net(struct hex_settings *s, const char *name)
{
    uint8_t *bytes = malloc(NET_MAX);
    struct hex_net_shape shape;
    FILE *file = fopen(name, "r");
    if (!file || !bytes)
        refuse("cannot read", name);
    size_t len = fread(bytes, 1, NET_MAX, file);
    fclose(file);
    const char *wrong = hex_play_net_peek(bytes, len, &shape);
    if (wrong)
        refuse(wrong, name);
    s->net = bytes;
    s->net_bytes = (uint32_t)len;
}

static void set(struct hex_player *player, const char *key, const char *value)
{
    struct hex_settings *s = &player->settings;
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
    else if (!strcmp(key, "simulations"))
        s->simulations = (uint32_t)strtoul(value, NULL, 10);
    else if (!strcmp(key, "net"))
        set_net(s, value);
    else if (!tuning_set(player, key, strtod(value, NULL)))
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
        set(player, part, equal + 1);
    }
}
