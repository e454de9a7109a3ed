/* Reads documents and tasks. They are written by the operations of operation.h. */
#ifndef STORE_DOCUMENTS_H
#define STORE_DOCUMENTS_H

#include <store/store.h>

struct store_document_filter {
    const char *type;  /* never NULL */
    const char *owner; /* NULL: all owners */
    const char *kind;  /* NULL: all kinds */
    int64_t before;    /* sequence < before; 0: from the newest */
    unsigned limit;    /* most documents to list */
};

/* Selects tasks by exactly one of document, id and of_node. */
struct store_task_filter {
    const struct job_id *document;
    const struct job_id *id;
    bool of_node;            /* those that this node has to carry out; without their requests */
    int64_t after;           /* of_node: sequence > after */
    bool waiting;            /* document: only those that this node has to carry out */
    const char *idempotency; /* document: only the one with this key; NULL: all */
    unsigned back;           /* document: only the finished one that has this many finished ones after it; without its
                                request; 0: all */
    unsigned limit;          /* most tasks to list */
};

/* Reads documents. found[i] is whether rows[i] was filled; other rows are zeroed. After a failure no row holds a
 * reference. */
enum nash_status store_documents_get(struct store *store, const struct job_id ids[], size_t n, bool want_bodies,
                                     struct store_document rows[], bool found[], struct nash_error *error);
/* Lists documents, newest first, without bodies. The rows in the arena hold references. */
enum nash_status store_documents_list(struct store *store, const struct store_document_filter *filter,
                                      struct nash_arena *arena, struct store_document **rows, size_t *count,
                                      struct nash_error *error);
/* Lists tasks, oldest first. The rows in the arena hold references. */
enum nash_status store_tasks_list(struct store *store, const struct store_task_filter *filter, struct nash_arena *arena,
                                  struct store_task **rows, size_t *count, struct nash_error *error);

#endif
