/* What a node of the tree has to know for certain. */
#include <string.h>

#include "proof.h"
#include "tree.h"

/* Is all that is fixed in the table fixed in the guess too? Then the table stands on a face of which this one is part.
 */
static bool within(const struct face *face)
{
    for (uint32_t k = 0; k < face->answers.own + face->answers.other; k++)
        if (face->table.fixed[k] && !face->guess.fixed[k])
            return false;
    return face->standing;
}

bool face_stand(struct face *face)
{
    struct table *table = &face->table;
    if (!within(face)) {
        table_start(table, 0);
        table_stand(table, face->guess.nonbasic);
        if (!table_feasible(table))
            table_start(table, 0);
        face->standing = true;
    }
    for (uint32_t k = 0; k < face->answers.own + face->answers.other; k++)
        if (face->guess.fixed[k] && !table->fixed[k] && !table_fix(table, k))
            return false;
    return true;
}

bool face_fix(struct face *face, uint32_t variable, struct tree *tree)
{
    enum guess_answer answer = guess_fix(&face->guess, variable);
    if (answer == GUESS_ZERO)
        return true;
    if (answer == GUESS_POSITIVE && proof_empty(&face->guess, &face->answers, variable)) {
        tree->proofs++;
        return false;
    }
    tree->looked_up++;
    if (!face_stand(face) || !table_fix(&face->table, variable))
        return false;
    guess_load(&face->guess, &face->table);
    return true;
}

bool face_flat(struct face *face, uint32_t variable, struct tree *tree)
{
    if (!guess_flat(&face->guess, variable))
        return false;
    tree->looked_up++;
    return face_stand(face) && !table_can_rise(&face->table, variable);
}

static enum nash_status note(void *context, struct table *table)
{
    struct face *face = context;
    struct nash_arena *arena = face->walk.run->arena;
    uint32_t number = collect_corner(face->corners, table, arena);
    if (number == KEYS_FULL)
        return NASH_NOMEM;
    struct corner *corner = &face->corners->corner[number];
    if (corner->walk == face->walks)
        return NASH_OK;
    corner->walk = face->walks;
    if (face->count == face->room) {
        uint32_t room = face->room ? face->room * 2 : 64, *list = NASH_NEW(arena, uint32_t, room);
        if (!list)
            return NASH_NOMEM;
        if (face->count)
            memcpy(list, face->corner, face->count * sizeof(uint32_t));
        face->corner = list;
        face->room = room;
    }
    face->corner[face->count++] = number;
    return face->count > face->most ? NASH_STOPPED : NASH_OK;
}

static enum nash_status vertices(struct face *face)
{
    face->count = 0;
    face->walks++;
    return face_stand(face) ? walk_face(&face->walk, &face->table, note, face) : NASH_OK;
}

/* What a stop leaves of the vertices is paired too: a large face may take all the time there is. */
enum nash_status face_pair(struct tree *tree)
{
    struct face *row = &tree->face[0], *col = &tree->face[1];
    enum nash_status of_rows = vertices(row), of_cols = vertices(col);
    if (of_rows == NASH_NOMEM || of_cols == NASH_NOMEM)
        return NASH_NOMEM;
    for (uint32_t i = 0; i < row->count && !tree->full; i++)
        for (uint32_t j = 0; j < col->count && !tree->full; j++) {
            if (!collect_pair(&tree->collect, row->corner[i], col->corner[j]))
                return NASH_NOMEM;
            tree->full = tree->collect.pairs.count > tree->most;
        }
    return NASH_OK;
}
