/* Finds duplicate member names, also if they are written differently ("a" and "\u0061").
 *
 * The names of all open objects lie in one vector. When an object ends, a few names without escapes are compared
 * pairwise, mostly by their lengths alone; others go through an open-addressing table. Its hash is keyed by a random
 * secret of the process, so that a client cannot choose names that collide. Equal hashes are confirmed byte by byte. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include <base/mix.h>
#include <base/secret.h>

#include "gate.h"

enum { FEW_MAX = 16 }; /* names of one object that are compared pairwise */

static uint64_t secret[3];
static pthread_once_t secret_once = PTHREAD_ONCE_INIT;

static void keys_draw_secret(void)
{
    secret_random(secret, sizeof secret);
    secret[2] |= 1;
}

static bool keys_grow(struct json_keys *keys)
{
    size_t room = keys->room ? keys->room * 2 : 32;
    struct json_key *key = realloc(keys->key, room * sizeof *key);
    if (!key)
        return false;
    keys->key = key;
    keys->room = room;
    return true;
}

bool json_keys_add(struct json_gate *gate, const char *at, size_t len)
{
    struct json_keys *keys = &gate->keys;
    if (keys->count == keys->room && !keys_grow(keys))
        return false;
    keys->key[keys->count++] =
        (struct json_key){.at = (size_t)(at - gate->text), .len = len, .escaped = memchr(at, '\\', len) != NULL};
    return true;
}

/* Returns false if malloc fails. */
static bool hash_key(struct json_gate *gate, struct json_key *key)
{
    struct nash_buf *scratch = &gate->keys.scratch;
    const char *at = gate->text + key->at;
    size_t len = key->len;
    if (key->escaped) {
        nash_buf_reset(scratch);
        if (!nash_buf_reserve(scratch, len))
            return false;
        len = json_decode(scratch->data, at, len);
        at = scratch->data;
    }
    key->hash = mix_text(secret, at, len);
    return true;
}

/* Compares names of equal hash. *out_of_memory is set if they could not be decoded. */
static bool same_name(struct json_gate *gate, const struct json_key *a, const struct json_key *b, bool *out_of_memory)
{
    const char *x = gate->text + a->at, *y = gate->text + b->at;
    if (a->len == b->len && memcmp(x, y, a->len) == 0)
        return true;
    if (!a->escaped && !b->escaped)
        return false;
    struct nash_buf *scratch = &gate->keys.scratch;
    nash_buf_reset(scratch);
    if (!nash_buf_reserve(scratch, a->len + b->len)) {
        *out_of_memory = true;
        return false;
    }
    size_t x_len = json_decode(scratch->data, x, a->len);
    size_t y_len = json_decode(scratch->data + x_len, y, b->len);
    return x_len == y_len && memcmp(scratch->data, scratch->data + x_len, x_len) == 0;
}

static bool refuse_duplicate(struct json_gate *gate, const struct json_key *a, const struct json_key *b)
{
    size_t later = a->at > b->at ? a->at : b->at;
    return json_gate_refuse(gate, gate->text + later - 1, "duplicate member name");
}

/* Returns true if the names differ. Otherwise records the error; false without an error means that malloc failed. */
static bool check_distinct(struct json_gate *gate, const struct json_key *a, const struct json_key *b)
{
    bool out_of_memory = false;
    if (a->hash != b->hash)
        return true;
    return same_name(gate, a, b, &out_of_memory) ? refuse_duplicate(gate, a, b) : !out_of_memory;
}

/* Compares names without escapes pairwise. */
static bool check_few(struct json_gate *gate, const struct json_key *key, size_t count)
{
    for (size_t i = 1; i < count; i++)
        for (size_t j = 0; j < i; j++)
            if (key[i].len == key[j].len && memcmp(gate->text + key[i].at, gate->text + key[j].at, key[i].len) == 0)
                return refuse_duplicate(gate, &key[j], &key[i]);
    return true;
}

static bool check_many(struct json_gate *gate, struct json_key *key, size_t count)
{
    struct json_keys *keys = &gate->keys;
    size_t slots = 64;
    while (slots < 2 * count)
        slots *= 2;
    if (count > UINT32_MAX / 4)
        return false;
    if (slots > keys->slots) {
        uint32_t *slot = realloc(keys->slot, slots * sizeof *slot);
        if (!slot)
            return false;
        keys->slot = slot;
        keys->slots = slots;
    }
    memset(keys->slot, 0, slots * sizeof *keys->slot);
    pthread_once(&secret_once, keys_draw_secret);
    for (size_t i = 0; i < count; i++) {
        if (!hash_key(gate, &key[i]))
            return false;
        size_t at = key[i].hash & (slots - 1);
        for (; keys->slot[at]; at = (at + 1) & (slots - 1))
            if (!check_distinct(gate, &key[keys->slot[at] - 1], &key[i]))
                return false;
        keys->slot[at] = (uint32_t)(i + 1);
    }
    return true;
}

bool json_keys_end(struct json_gate *gate, size_t first)
{
    struct json_key *key = gate->keys.key + first;
    size_t count = gate->keys.count - first;
    bool few = count <= FEW_MAX;
    gate->keys.count = first;
    if (count < 2)
        return true;
    for (size_t i = 0; few && i < count; i++)
        few = !key[i].escaped;
    return few ? check_few(gate, key, count) : check_many(gate, key, count);
}

void json_keys_free(struct json_keys *keys)
{
    free(keys->key);
    free(keys->slot);
    nash_buf_free(&keys->scratch);
}
