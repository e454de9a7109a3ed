#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include <base/secret.h>
#include <jobs/table.h>

bool table_init(struct table *table, size_t slots)
{
    *table = (struct table){.slot = calloc(slots, sizeof *table->slot)};
    table->slots = table->slot != NULL ? slots : 0;
    return table->slot != NULL;
}

void table_release(struct table *table)
{
    free(table->slot);
    *table = (struct table){0};
}

static void link_in(struct table *table, struct node *node)
{
    struct node **head = &table->slot[node->hash & (table->slots - 1)];
    node->next = *head;
    node->link = head;
    if (node->next != NULL)
        node->next->link = &node->next;
    *head = node;
}

static void grow(struct table *table)
{
    struct table larger;
    if (!table_init(&larger, table->slots * 2))
        return;
    for (size_t i = 0; i < table->slots; i++)
        for (struct node *node = table->slot[i], *next; node != NULL; node = next) {
            next = node->next;
            link_in(&larger, node);
        }
    larger.count = table->count;
    free(table->slot);
    *table = larger;
}

void table_add(struct table *table, struct node *node, uint64_t hash)
{
    if (table->count >= table->slots)
        grow(table);
    node->hash = hash;
    link_in(table, node);
    table->count++;
}

void table_remove(struct table *table, struct node *node)
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

static struct node *first_of(struct node *node, uint64_t hash)
{
    while (node != NULL && node->hash != hash)
        node = node->next;
    return node;
}

struct node *table_find(const struct table *table, uint64_t hash)
{
    return first_of(table->slot[hash & (table->slots - 1)], hash);
}

struct node *table_next(const struct node *node)
{
    return first_of(node->next, node->hash);
}

/* ---- hashing: multiply and fold, 64 bits ---- */

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

uint64_t table_hash(uint64_t seed, const void *bytes, size_t len)
{
    const char *at = bytes;
    uint64_t word;
    pthread_once(&once, draw_secret);
    uint64_t hash = fold(secret[0] ^ seed, secret[2]) + len;
    for (; len >= sizeof word; at += sizeof word, len -= sizeof word) {
        memcpy(&word, at, sizeof word);
        hash = fold(hash ^ word, secret[2]) + secret[1];
    }
    word = 0;
    memcpy(&word, at, len);
    return fold(hash ^ word, secret[1] | 1);
}
