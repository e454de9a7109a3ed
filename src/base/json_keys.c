/* Duplicate member names, also where they are spelt differently ("a" and "\u0061").
 *
 * The names of all open objects lie in one vector. When an object closes, its few names are compared pair by pair by
 * hash, many through an open-addressing table. The hash is keyed with a random secret of the process (multiply and
 * fold, 64 bits), so nobody outside can choose names that collide; equal hashes are still confirmed byte by byte. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include <base/json_gate.h>
#include <base/secret.h>

enum { FEW = 12 };

static uint64_t secret[3];
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void draw_secret(void)
{
    secret_random(secret, sizeof secret);
    secret[2] |= 1;
}

static uint64_t fold(uint64_t a, uint64_t b)
{
    unsigned __int128 product = (unsigned __int128)a * b;
    return (uint64_t)product ^ (uint64_t)(product >> 64);
}

static uint64_t hash_name(const char *text, size_t len)
{
    uint64_t hash = fold(secret[0] ^ len, secret[2]);
    for (; len >= 8; text += 8, len -= 8) {
        uint64_t word;
        memcpy(&word, text, 8);
        hash = fold(hash ^ word, secret[2]) + secret[1];
    }
    uint64_t word = 0;
    memcpy(&word, text, len);
    return fold(hash ^ word, secret[1] | 1);
}

static bool grow(struct json_keys *keys)
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
    pthread_once(&once, draw_secret);
    if (keys->count == keys->room && !grow(keys))
        return false;
    struct json_key *key = &keys->key[keys->count];
    *key = (struct json_key){.at = (size_t)(at - gate->text), .len = len};
    if (!memchr(at, '\\', len)) {
        key->hash = hash_name(at, len);
    } else {
        nash_buf_reset(&keys->scratch);
        if (!nash_buf_reserve(&keys->scratch, len))
            return false;
        key->hash = hash_name(keys->scratch.data, json_decode(keys->scratch.data, at, len));
    }
    keys->count++;
    return true;
}

/* Equal hashes: are the names really equal? *out_of_memory is set when that cannot be told. */
static bool same_name(struct json_gate *gate, const struct json_key *a, const struct json_key *b, bool *out_of_memory)
{
    const char *x = gate->text + a->at, *y = gate->text + b->at;
    if (a->len == b->len && memcmp(x, y, a->len) == 0)
        return true;
    if (!memchr(x, '\\', a->len) && !memchr(y, '\\', b->len))
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

/* False (with fault, or without one when memory ran out) when a and b are the same name. */
static bool distinct(struct json_gate *gate, const struct json_key *a, const struct json_key *b)
{
    bool out_of_memory = false;
    if (a->hash != b->hash)
        return true;
    if (same_name(gate, a, b, &out_of_memory)) {
        size_t later = a->at > b->at ? a->at : b->at;
        return json_gate_refuse(gate, gate->text + later - 1, "duplicate member name");
    }
    return !out_of_memory;
}

static bool check_few(struct json_gate *gate, const struct json_key *key, size_t count)
{
    for (size_t i = 1; i < count; i++)
        for (size_t j = 0; j < i; j++)
            if (!distinct(gate, &key[j], &key[i]))
                return false;
    return true;
}

static bool check_many(struct json_gate *gate, const struct json_key *key, size_t count)
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
    for (size_t i = 0; i < count; i++) {
        size_t at = key[i].hash & (slots - 1);
        for (; keys->slot[at]; at = (at + 1) & (slots - 1))
            if (!distinct(gate, &key[keys->slot[at] - 1], &key[i]))
                return false;
        keys->slot[at] = (uint32_t)(i + 1);
    }
    return true;
}

bool json_keys_end(struct json_gate *gate, size_t first)
{
    const struct json_key *key = gate->keys.key + first;
    size_t count = gate->keys.count - first;
    gate->keys.count = first;
    if (count < 2)
        return true;
    return count <= FEW ? check_few(gate, key, count) : check_many(gate, key, count);
}

void json_keys_free(struct json_keys *keys)
{
    free(keys->key);
    free(keys->slot);
    nash_buf_free(&keys->scratch);
}
