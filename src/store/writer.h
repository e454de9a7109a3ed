/* The writer thread, which applies the operations of all posters. */
#ifndef STORE_WRITER_H
#define STORE_WRITER_H

#include <store/engine.h>

struct writer;

struct writer *writer_start(const struct store_engine *engine, void *db, struct nash_error *error);
/* Applies all posted operations, including those that done() posts, then frees the writer. */
void writer_stop(struct writer *writer);

void writer_post(struct writer *writer, struct store_op *op);
void writer_post_finish(struct writer *writer, struct store_op *finish, struct store_op *submit);
void writer_flush(struct writer *writer);
/* Returns true if the last transaction failed, and copies its reason. */
bool writer_fault(struct writer *writer, char *reason, size_t room);
/* Returns the committed transactions and the operations in them, merged FINISH included, since the start. */
void writer_counts(struct writer *writer, uint64_t *commits, uint64_t *operations);

#endif
