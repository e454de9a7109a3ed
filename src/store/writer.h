/* The writer: one thread between everyone who posts and the one connection that writes. See writer.c. */
#ifndef STORE_WRITER_H
#define STORE_WRITER_H

#include <store/engine.h>

struct writer;

struct writer *writer_start(const struct store_engine *engine, void *db, struct nash_error *error);
/* Applies what is posted (and what done() posts meanwhile), then frees. */
void writer_stop(struct writer *writer);

void writer_post(struct writer *writer, struct store_op *op);
void writer_post_finish(struct writer *writer, struct store_op *finish, struct store_op *submit);
void writer_flush(struct writer *writer);
/* Transactions committed and operations in them (a folded FINISH counts) since the start. */
void writer_counts(struct writer *writer, uint64_t *commits, uint64_t *operations);

#endif
