/* The keys in memory, private to this room. */
#ifndef API_KEYS_TABLE_H
#define API_KEYS_TABLE_H

#include <pthread.h>

#include "line.h"

struct key {
    struct key_line line;
    const char *owner; /* the name in the list of owners */
    int64_t used_ms;   /* 0 = never; under the lock of struct keys once the table is in use */
};

struct key_table {
    size_t count;
    struct key key[];
};

/* An owner: a name, as the keys with one role have it. */
struct owner {
    struct owner *next;
    enum key_role role;
    char name[JOB_OWNER_MAX];
};

struct keys {
    pthread_mutex_t lock; /* guards table and used */
    struct key_table *table;
    bool used;            /* a key was used since keys_save_use() */
    struct owner *owners; /* used by the thread that loads */
    char *use_path;       /* NULL: not kept */
    char path[];
};

/* file.c: reads a file of keys; again: it was read before. Returns NULL on failure. */
struct key_table *key_table_read(const char *path, bool again, struct nash_error *error);
/* use.c: copies when keys were used last to those keys of `to` that are in `from`, too. */
void key_table_copy_use(struct key_table *to, const struct key_table *from);

#endif
