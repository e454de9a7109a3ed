/* Collects vertices and pairs of them, and lists the pairs at the end.
 *
 * If two equilibria share a vertex, every point between them is an equilibrium (the vertex and the whole edge of the
 * other player have all labels together). The components of the set of equilibria are therefore those of the graph
 * whose nodes are vertices and whose edges are equilibria (Winkels 1979, Jansen 1981). */
#include "collect.h"

#include <stdlib.h>
#include <string.h>

#include <solvers/matrix/exact/ratio.h>
#include <solvers/matrix/exact/strategy.h>

enum { VERTICES_MIN = 32, WORDS_MAX = (2 * MATRIX_SIDE_MAX + 63) / 64 };

static bool vertices_init(struct vertices *vertices, uint32_t variables, struct nash_arena *arena)
{
    *vertices = (struct vertices){.room = VERTICES_MIN, .vertex = NASH_NEW(arena, struct vertex, VERTICES_MIN)};
    return vertices->vertex && keys_init(&vertices->zeros, (variables + 63) / 64, arena);
}

bool collect_init(struct collect *collect, const struct matrix_game *game, struct nash_arena *arena)
{
    uint32_t variables = game->rows + game->cols;
    collect->arena = arena;
    return vertices_init(&collect->row, variables, arena) && vertices_init(&collect->col, variables, arena) &&
           keys_init(&collect->pairs, 1, arena);
}

uint32_t collect_vertex(struct vertices *vertices, struct tableau *tableau, struct nash_arena *arena)
{
    uint64_t zeros[WORDS_MAX] = {0};
    for (uint32_t column = 0; column < tableau->cols; column++)
        bit_set(zeros, tableau->nonbasic[column]);
    for (uint32_t row = 0; row < tableau->rows; row++)
        if (mpz_sgn(*tableau_value(tableau, row)) == 0) {
            bit_set(zeros, tableau->basic[row]);
            vertices->degenerate = true;
        }
    bool added;
    uint32_t number = keys_add(&vertices->zeros, zeros, &added);
    if (number == KEYS_FULL || !added)
        return number;
    if (number == vertices->room) {
        struct vertex *vertex = NASH_NEW(arena, struct vertex, (size_t)vertices->room * 2);
        if (!vertex)
            return KEYS_FULL;
        memcpy(vertex, vertices->vertex, number * sizeof *vertex);
        vertices->vertex = vertex;
        vertices->room *= 2;
    }
    struct vertex *vertex = &vertices->vertex[number];
    vertex->value = strategy_read_value(tableau, arena);
    return vertex->value && strategy_read(&vertex->mix, tableau, arena) ? number : KEYS_FULL;
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

/* Orders by the size of the support, smaller first, then by its choices, lower first. */
static int compare_supports(const struct matrix_mix *p, const struct matrix_mix *q)
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

/* Orders by the weights, the first choice first; larger weights come first. */
static int compare_weights(const struct matrix_mix *p, const struct matrix_mix *q)
{
    int side = 0;
    mpq_t of_p, of_q;
    mpq_inits(of_p, of_q, NULL);
    for (uint32_t k = 0; side == 0 && k < p->count; k++)
        if (strcmp(p->weight[k], q->weight[k]) != 0 && ratio_read(of_p, p->weight[k]) && ratio_read(of_q, q->weight[k]))
            side = mpq_cmp(of_q, of_p);
    mpq_clears(of_p, of_q, NULL);
    return side;
}

struct listed {
    struct matrix_equilibrium equilibrium;
    uint64_t pair;
};

static int compare_listed(const void *left, const void *right)
{
    const struct matrix_equilibrium *p = &((const struct listed *)left)->equilibrium;
    const struct matrix_equilibrium *q = &((const struct listed *)right)->equilibrium;
    int side = compare_supports(&p->row, &q->row);
    if (side == 0)
        side = compare_supports(&p->col, &q->col);
    if (side == 0)
        side = compare_weights(&p->row, &q->row);
    return side ? side : compare_weights(&p->col, &q->col);
}

static struct listed *collect_sorted(const struct collect *collect)
{
    struct listed *listed = NASH_NEW(collect->arena, struct listed, collect->pairs.count);
    if (!listed)
        return NULL;
    for (uint32_t k = 0; k < collect->pairs.count; k++) {
        uint64_t pair = *keys_at(&collect->pairs, k);
        const struct vertex *row = &collect->row.vertex[(uint32_t)pair], *col = &collect->col.vertex[pair >> 32];
        listed[k] = (struct listed){
            .equilibrium = {.row = row->mix, .col = col->mix, .row_value = col->value, .col_value = row->value},
            .pair = pair};
    }
    qsort(listed, collect->pairs.count, sizeof *listed, compare_listed);
    return listed;
}

static uint32_t component_root(uint32_t *parent, uint32_t node)
{
    while (parent[node] != node) {
        parent[node] = parent[parent[node]];
        node = parent[node];
    }
    return node;
}

static bool collect_components(const struct collect *collect, const struct listed *listed,
                               struct matrix_equilibria *found)
{
    uint32_t row_vertices = collect->row.zeros.count, nodes = row_vertices + collect->col.zeros.count;
    uint32_t *parent = NASH_NEW(collect->arena, uint32_t, nodes), *name = NASH_NEW(collect->arena, uint32_t, nodes);
    uint32_t *component = NASH_NEW(collect->arena, uint32_t, found->count);
    if (!parent || !name || !component)
        return false;
    for (uint32_t k = 0; k < nodes; k++)
        parent[k] = k;
    for (uint32_t k = 0; k < found->count; k++)
        parent[component_root(parent, row_vertices + (uint32_t)(listed[k].pair >> 32))] =
            component_root(parent, (uint32_t)listed[k].pair);
    for (uint32_t k = 0; k < found->count; k++) {
        uint32_t *of = &name[component_root(parent, (uint32_t)listed[k].pair)];
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
    struct listed *listed = collect_sorted(collect);
    found->list = NASH_NEW(collect->arena, struct matrix_equilibrium, found->count);
    if (!listed || !found->list || !collect_components(collect, listed, found))
        return NASH_NOMEM;
    for (uint32_t k = 0; k < found->count; k++)
        found->list[k] = listed[k].equilibrium;
    return NASH_OK;
}
