#include "intrusive_hash.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include <base/mix.h>
#include <base/secret.h>

bool hash_table_init(struct hash_table *table, size_t slots)
{
    *table = (struct hash_table){.slot = calloc(slots, sizeof *table->slot)};
    table->slots = table->slot != NULL ? slots : 0;
    return table->slot != NULL;
}

void hash_table_release(struct hash_table *table)
{
    free(table->slot);
    *table = (struct hash_table){0};
}

static void hash_table_link(struct hash_table *table, struct hash_node *node)
{
    struct hash_node **head = &table->slot[node->hash & (table->slots - 1)];
    node->next = *head;
    node->link = head;
    if (node->next != NULL)
        node->next->link = &node->next;
    *head = node;
}

static void hash_table_double(struct hash_table *table)
{
    struct hash_table larger;
    if (!hash_table_init(&larger, table->slots * 2))
        return;
    for (size_t i = 0; i < table->slots; i++)
        for (struct hash_node *node = table->slot[i], *next; node != NULL; node = next) {
            next = node->next;
            hash_table_link(&larger, node);
        }
    larger.count = table->count;
    free(table->slot);
    *table = larger;
}

void hash_table_add(struct hash_table *table, struct hash_node *node, uint64_t hash)
{
    if (table->count >= table->slots)
        hash_table_double(table);
    node->hash = hash;
    hash_table_link(table, node);
    table->count++;
}

void hash_table_remove(struct hash_table *table, struct hash_node *node)
{
    if (node->link == NULL)
        return;
    *node->link = node->next;
    if (node->next != NULL)
        node->next->link = node->link;
    node->next = NULL;
    node->link = NULL;
    table->count--;
}

static struct hash_node *first_with_hash(struct hash_node *node, uint64_t hash)
{
    while (node != NULL && node->hash != hash)
        node = node->next;
    return node;
}

struct hash_node *hash_table_find(const struct hash_table *table, uint64_t hash)
{
    return first_with_hash(table->slot[hash & (table->slots - 1)], hash);
}

struct hash_node *hash_table_next(const struct hash_node *node)
{
    return first_with_hash(node->next, node->hash);
}

/* ---- hashing ---- */

static uint64_t secret[3];
static pthread_once_t secret_once = PTHREAD_ONCE_INIT;

static void draw_secret(void)
{
    secret_random(secret, sizeof secret);
    secret[2] |= 1;
}

uint64_t keyed_hash(uint64_t seed, const void *bytes, size_t len)
{
    const char *at = bytes;
    uint64_t word;
    pthread_once(&secret_once, draw_secret);
    uint64_t hash = mix64(secret[0] ^ seed, secret[2]) + len;
    for (; len >= sizeof word; at += sizeof word, len -= sizeof word) {
        memcpy(&word, at, sizeof word);
        hash = mix64(hash ^ word, secret[2]) + secret[1];
    }
    word = 0;
    memcpy(&word, at, len);
    return mix64(hash ^ word, secret[1] | 1);
}
