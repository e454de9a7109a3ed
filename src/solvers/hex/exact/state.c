/* States, their keys, and the table of what is known of them. */
#include <string.h>

#include <solvers/hex/connections/connections.h>

#include "child.h"

enum { BUCKET = 4 }; /* entries examined for one key */

static uint64_t splitmix(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

bool exact_init(struct exact *exact, unsigned rows, unsigned cols, struct nash_run *run)
{
    unsigned cells = rows * cols, bits = cells / 3 + 2;
    uint64_t seed = UINT64_C(0x4865782065786163); /* any constant: equal keys on every machine */
    memset(exact, 0, sizeof *exact);
    hex_rings_init(&exact->rings, rows, cols);
    exact->run = run;
    exact->pause = UINT64_MAX;
    exact->zobrist = nash_arena_array(run->arena, cells + 1, sizeof *exact->zobrist);
    exact->children = nash_arena_array(run->arena, (size_t)cells * (cells + 1) / 2 + cells, sizeof *exact->children);
    exact->connections = connections_new(run->arena, rows, cols);
    if (!exact->zobrist || !exact->children || !exact->connections)
        return false;
    for (unsigned cell = 0; cell <= cells; cell++)
        for (unsigned i = 0; i < 6; i++)
            exact->zobrist[cell][i / 2][i % 2] = splitmix(&seed);
    for (bits = bits < 8 ? 8 : bits > 18 ? 18 : bits; bits >= 8 && !exact->table; bits--) {
        exact->table = nash_arena_array(run->arena, (size_t)BUCKET << bits, sizeof *exact->table);
        exact->table_mask = ((size_t)1 << bits) - 1;
    }
    return exact->table != NULL;
}

struct hex_set exact_set_turn(const struct exact *exact, const struct hex_set *set)
{
    struct hex_set out = {0};
    for (unsigned c = hex_set_next(set, 0); c < 64 * HEX_WORDS; c = hex_set_next(set, c + 1))
        hex_set_add(&out, exact->rings.cells - 1u - c);
    return out;
}

/* Sets the key, and turns the state if the turned board has the smaller key. */
static void state_turn(const struct exact *exact, struct exact_state *state)
{
    unsigned cells = exact->rings.cells;
    const uint64_t *mover = exact->zobrist[cells][state->to_move];
    uint64_t key[2] = {mover[0], mover[1]}, other[2] = {mover[0], mover[1]};
    for (unsigned cell = 0; cell < cells; cell++) {
        unsigned color = state->filled.cell[cell];
        if (color == HEX_EMPTY)
            continue;
        for (unsigned i = 0; i < 2; i++) {
            key[i] ^= exact->zobrist[cell][color][i];
            other[i] ^= exact->zobrist[cells - 1 - cell][color][i];
        }
    }
    state->turned = other[0] < key[0] || (other[0] == key[0] && other[1] < key[1]);
    memcpy(state->key, state->turned ? other : key, sizeof key);
    if (!state->turned)
        return;
    for (unsigned cell = 0; cell < cells / 2; cell++) {
        uint8_t swap = state->filled.cell[cell];
        state->filled.cell[cell] = state->filled.cell[cells - 1 - cell];
        state->filled.cell[cells - 1 - cell] = swap;
    }
    state->filled.dead = exact_set_turn(exact, &state->filled.dead);
    for (unsigned color = HEX_BLACK; color <= HEX_WHITE; color++)
        state->filled.captured[color] = exact_set_turn(exact, &state->filled.captured[color]);
}

void exact_state_root(const struct exact *exact, const struct hex_board *board, enum hex_color to_move,
                      struct exact_state *state)
{
    hex_filled_init(&exact->rings, board, &state->filled);
    state->to_move = to_move;
    state_turn(exact, state);
}

void exact_state_play(const struct exact *exact, const struct exact_state *state, unsigned move,
                      struct exact_state *child)
{
    unsigned cells = exact->rings.cells + 2u;
    memset(&child->filled, 0, sizeof child->filled);
    memcpy(child->filled.cell, state->filled.cell, cells);
    child->to_move = hex_other(state->to_move);
    hex_filled_play(&exact->rings, &child->filled, move, state->to_move);
    state_turn(exact, child);
}

const struct exact_entry *exact_find(const struct exact *exact, const uint64_t key[2])
{
    const struct exact_entry *bucket = exact->table + (key[0] & exact->table_mask) * BUCKET;
    for (unsigned i = 0; i < BUCKET; i++)
        if (bucket[i].key[0] == key[0] && bucket[i].key[1] == key[1])
            return &bucket[i];
    return NULL;
}

void exact_store(struct exact *exact, const struct exact_entry *entry)
{
    struct exact_entry *bucket = exact->table + (entry->key[0] & exact->table_mask) * BUCKET, *at = bucket;
    for (unsigned i = 0; i < BUCKET; i++) {
        if (bucket[i].key[0] == entry->key[0] && bucket[i].key[1] == entry->key[1]) {
            at = &bucket[i];
            break;
        }
        if (bucket[i].work < at->work)
            at = &bucket[i];
    }
    *at = *entry;
}
