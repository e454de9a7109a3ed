/* The exact operations on the faces of a node. */
#include <string.h>

#include <solvers/matrix/exact/proof.h>

#include "tree.h"

/* Returns whether all variables fixed in the exact tableau are fixed in the floating-point one: the face of the exact
 * tableau then contains the present face. */
static bool tableau_contains_face(const struct face *face)
{
    for (uint32_t k = 0; k < face->polyhedron.own + face->polyhedron.other; k++)
        if (face->tableau.fixed[k] && !face->approx.fixed[k])
            return false;
    return face->tableau_ready;
}

bool face_update_tableau(struct face *face)
{
    struct tableau *tableau = &face->tableau;
    if (!tableau_contains_face(face)) {
        tableau_start(tableau, 0);
        tableau_set_basis(tableau, face->approx.nonbasic);
        if (!tableau_feasible(tableau))
            tableau_start(tableau, 0);
        face->tableau_ready = true;
    }
    for (uint32_t k = 0; k < face->polyhedron.own + face->polyhedron.other; k++)
        if (face->approx.fixed[k] && !tableau->fixed[k] && !tableau_fix_zero(tableau, k))
            return false;
    return true;
}

bool face_fix_zero(struct face *face, uint32_t variable)
{
    enum float_answer answer = float_tableau_fix_zero(&face->approx, variable);
    if (answer == FLOAT_ZERO)
        return true;
    if (answer == FLOAT_POSITIVE && proof_empty(&face->approx, &face->polyhedron, variable))
        return false;
    if (!face_update_tableau(face) || !tableau_fix_zero(&face->tableau, variable))
        return false;
    float_tableau_load(&face->approx, &face->tableau);
    return true;
}

bool face_always_zero(struct face *face, uint32_t variable)
{
    if (!float_tableau_always_zero(&face->approx, variable))
        return false;
    return face_update_tableau(face) && !tableau_can_be_positive(&face->tableau, variable);
}

static enum nash_status face_add_vertex(void *context, struct tableau *tableau)
{
    struct face *face = context;
    struct nash_arena *arena = face->walk.run->arena;
    uint32_t number = collect_vertex(face->vertices, tableau, arena);
    if (number == KEYS_FULL)
        return NASH_NOMEM;
    struct vertex *vertex = &face->vertices->vertex[number];
    if (vertex->walk == face->walks)
        return NASH_OK;
    vertex->walk = face->walks;
    if (face->count == face->room) {
        uint32_t room = face->room ? face->room * 2 : 64, *list = NASH_NEW(arena, uint32_t, room);
        if (!list)
            return NASH_NOMEM;
        if (face->count)
            memcpy(list, face->vertex, face->count * sizeof(uint32_t));
        face->vertex = list;
        face->room = room;
    }
    face->vertex[face->count++] = number;
    return face->count > face->max ? NASH_STOPPED : NASH_OK;
}

static enum nash_status face_find_vertices(struct face *face)
{
    face->count = 0;
    face->walks++;
    return face_update_tableau(face) ? walk_face(&face->walk, &face->tableau, face_add_vertex, face) : NASH_OK;
}

/* After a stop, pairs the vertices found before it, because the vertices of a large face may take the whole budget. */
enum nash_status face_pair(struct tree *tree)
{
    struct face *row = &tree->face[0], *col = &tree->face[1];
    enum nash_status of_rows = face_find_vertices(row), of_cols = face_find_vertices(col);
    if (of_rows == NASH_NOMEM || of_cols == NASH_NOMEM)
        return NASH_NOMEM;
    for (uint32_t i = 0; i < row->count && !tree->full; i++)
        for (uint32_t j = 0; j < col->count && !tree->full; j++) {
            if (!collect_pair(&tree->collect, row->vertex[i], col->vertex[j]))
                return NASH_NOMEM;
            tree->full = tree->collect.pairs.count > tree->max;
        }
    return NASH_OK;
}
