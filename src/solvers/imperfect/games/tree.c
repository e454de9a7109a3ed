/* Names and histories in a game tree. */
#include "tree.h"

#include <stdio.h>
#include <string.h>

uint32_t game_find_infoset(const struct game_tree *tree, const char *name)
{
    for (uint32_t i = 0; i < tree->infosets; i++)
        if (strcmp(tree->infoset_of[i].name, name) == 0)
            return i;
    return UINT32_MAX;
}

uint32_t game_find_player(const struct game_tree *tree, const char *name)
{
    for (uint32_t p = 0; p < tree->players; p++)
        if (strcmp(tree->player_name[p], name) == 0)
            return p;
    return UINT32_MAX;
}

char *game_history(const struct game_tree *tree, uint32_t v, char *out, uint32_t size)
{
    uint32_t path[6], length = 0; /* the last moves, from the last backwards */
    size_t used = 0;
    if (v == 0) {
        snprintf(out, size, "the root");
        return out;
    }
    for (uint32_t at = v; at != 0 && length < 6; at = tree->parent[at])
        path[length++] = at;
    bool cut = tree->depth[v] > length;
    used += (size_t)snprintf(out, size, cut ? "…" : "");
    while (length-- > 0 && used < size) {
        const char *name = tree->edge_name[path[length]];
        const char *comma = used ? ", " : "";
        if (*name)
            used += (size_t)snprintf(out + used, size - used, "%s\"%.40s\"", comma, name);
        else
            used += (size_t)snprintf(out + used, size - used, "%smove %u", comma, game_edge(tree, path[length]) + 1);
    }
    return out;
}
