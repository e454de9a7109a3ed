/* Vertices and pairs of them, and the list that is made of them at the end.
 *
 * Two equilibria that share a vertex span equilibria between them (all labels of both are at that vertex or on the
 * whole edge of the other player's), so the components of the set of equilibria are those of the graph whose nodes are
 * vertices and whose edges are equilibria (Winkels 1979, Jansen 1981). */
#include "collect.h"

#include <stdlib.h>
#include <string.h>

#include "read.h"
#include "text.h"

enum { FIRST_CORNERS = 32, WORDS_MAX = (2 * MATRIX_SIDE_MAX + 63) / 64 };

static bool corners_init(struct corners *corners, uint32_t variables, struct nash_arena *arena)
{
    *corners = (struct corners){.room = FIRST_CORNERS, .corner = NASH_NEW(arena, struct corner, FIRST_CORNERS)};
    return corners->corner && keys_init(&corners->zeros, (variables + 63) / 64, arena);
}

bool collect_init(struct collect *collect, const struct matrix_game *game, struct nash_arena *arena)
{
    uint32_t variables = game->rows + game->cols;
    collect->arena = arena;
    return corners_init(&collect->row, variables, arena) && corners_init(&collect->col, variables, arena) &&
           keys_init(&collect->pairs, 1, arena);
}

uint32_t collect_corner(struct corners *corners, struct table *table, struct nash_arena *arena)
{
    uint64_t zeros[WORDS_MAX] = {0};
    for (uint32_t column = 0; column < table->cols; column++)
        bit_set(zeros, table->nonbasic[column]);
    for (uint32_t row = 0; row < table->rows; row++)
        if (mpz_sgn(*table_value(table, row)) == 0) {
            bit_set(zeros, table->basic[row]);
            corners->degenerate = true;
        }
    bool added;
    uint32_t number = keys_add(&corners->zeros, zeros, &added);
    if (number == KEYS_FULL || !added)
        return number;
    if (number == corners->room) {
        struct corner *corner = NASH_NEW(arena, struct corner, (size_t)corners->room * 2);
        if (!corner)
            return KEYS_FULL;
        memcpy(corner, corners->corner, number * sizeof *corner);
        corners->corner = corner;
        corners->room *= 2;
    }
    struct corner *corner = &corners->corner[number];
    corner->value = read_value(table, arena);
    return corner->value && read_mix(&corner->mix, table, arena) ? number : KEYS_FULL;
}

bool collect_pair(struct collect *collect, uint32_t row, uint32_t col)
{
    bool added;
    uint64_t pair = (uint64_t)col << 32 | row;
    return keys_add(&collect->pairs, &pair, &added) != KEYS_FULL;
}

static uint32_t support_size(const struct matrix_mix *mix)
{
    uint32_t size = 0;
    for (uint32_t k = 0; k < mix->count; k++)
        size += strcmp(mix->weight[k], "0") != 0;
    return size;
}

/* Smaller supports first, then those with lower choices. */
static int by_support(const struct matrix_mix *p, const struct matrix_mix *q)
{
    uint32_t of_p = support_size(p), of_q = support_size(q);
    if (of_p != of_q)
        return of_p < of_q ? -1 : 1;
    for (uint32_t k = 0; k < p->count; k++) {
        bool in_p = strcmp(p->weight[k], "0") != 0, in_q = strcmp(q->weight[k], "0") != 0;
        if (in_p != in_q)
            return in_p ? -1 : 1;
    }
    return 0;
}

/* More of the first choice first. */
static int by_weight(const struct matrix_mix *p, const struct matrix_mix *q)
{
    int side = 0;
    mpq_t of_p, of_q;
    mpq_inits(of_p, of_q, NULL);
    for (uint32_t k = 0; side == 0 && k < p->count; k++)
        if (strcmp(p->weight[k], q->weight[k]) != 0 && text_read(of_p, p->weight[k]) && text_read(of_q, q->weight[k]))
            side = mpq_cmp(of_q, of_p);
    mpq_clears(of_p, of_q, NULL);
    return side;
}

struct listed {
    struct matrix_equilibrium equilibrium;
    uint64_t pair;
};

static int order(const void *left, const void *right)
{
    const struct matrix_equilibrium *p = &((const struct listed *)left)->equilibrium;
    const struct matrix_equilibrium *q = &((const struct listed *)right)->equilibrium;
    int side = by_support(&p->row, &q->row);
    if (side == 0)
        side = by_support(&p->col, &q->col);
    if (side == 0)
        side = by_weight(&p->row, &q->row);
    return side ? side : by_weight(&p->col, &q->col);
}

static struct listed *sorted(const struct collect *collect)
{
    struct listed *listed = NASH_NEW(collect->arena, struct listed, collect->pairs.count);
    if (!listed)
        return NULL;
    for (uint32_t k = 0; k < collect->pairs.count; k++) {
        uint64_t pair = *keys_at(&collect->pairs, k);
        const struct corner *row = &collect->row.corner[(uint32_t)pair], *col = &collect->col.corner[pair >> 32];
        listed[k] = (struct listed){
            .equilibrium = {.row = row->mix, .col = col->mix, .row_value = col->value, .col_value = row->value},
            .pair = pair};
    }
    qsort(listed, collect->pairs.count, sizeof *listed, order);
    return listed;
}

static uint32_t root(uint32_t *parent, uint32_t node)
{
    while (parent[node] != node) {
        parent[node] = parent[parent[node]];
        node = parent[node];
    }
    return node;
}

static bool components(const struct collect *collect, const struct listed *listed, struct matrix_equilibria *found)
{
    uint32_t row_corners = collect->row.zeros.count, nodes = row_corners + collect->col.zeros.count;
    uint32_t *parent = NASH_NEW(collect->arena, uint32_t, nodes), *name = NASH_NEW(collect->arena, uint32_t, nodes);
    uint32_t *component = NASH_NEW(collect->arena, uint32_t, found->count);
    if (!parent || !name || !component)
        return false;
    for (uint32_t k = 0; k < nodes; k++)
        parent[k] = k;
    for (uint32_t k = 0; k < found->count; k++)
        parent[root(parent, row_corners + (uint32_t)(listed[k].pair >> 32))] = root(parent, (uint32_t)listed[k].pair);
    for (uint32_t k = 0; k < found->count; k++) {
        uint32_t *of = &name[root(parent, (uint32_t)listed[k].pair)];
        if (!*of)
            *of = ++found->components;
        component[k] = *of - 1;
    }
    found->component = found->components < found->count ? component : NULL;
    return true;
}

enum nash_status collect_list(const struct collect *collect, struct matrix_equilibria *found)
{
    found->count = collect->pairs.count;
    found->degenerate = collect->row.degenerate || collect->col.degenerate;
    struct listed *listed = sorted(collect);
    found->list = NASH_NEW(collect->arena, struct matrix_equilibrium, found->count);
    if (!listed || !found->list || !components(collect, listed, found))
        return NASH_NOMEM;
    for (uint32_t k = 0; k < found->count; k++)
        found->list[k] = listed[k].equilibrium;
    return NASH_OK;
}
