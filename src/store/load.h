/* Large bodies on their way into the database: which of an operation remain, and their next bytes.
 *
 * The writer stores a body of more than STORE_PART_BYTES before its row, LOAD_BYTES in each transaction, so that other
 * operations do not wait for it. A shorter body in a file is read into memory and stored with its row. */
#ifndef STORE_LOAD_H
#define STORE_LOAD_H

#include <store/operation.h>

enum { LOAD_BYTES = 2 * STORE_PART_BYTES };

/* A body that is not stored completely. */
struct load_source {
    struct store_load *load; /* of the operation, or of its merged FINISH; NULL: none */
    const struct bytes *bytes;
    const struct tempfile *file;
    uint64_t len;
};

/* Returns the next body to be stored before the row of an operation. */
struct load_source load_next(struct store_op *op);
/* Reads the next bytes of a body into buffer, which has room for LOAD_BYTES. NASH_INTERNAL if its file cannot be read.
 */
enum nash_status load_read(const struct load_source *source, struct bytes *buffer);
/* Reads short bodies of an operation that are in files into memory. A body that cannot be read stays in its file, and
 * the engine refuses the operation. */
void load_short_files(struct store_op *op);
/* Returns the bytes of all bodies of an operation that go into the transaction of its row. */
uint64_t load_row_bytes(const struct store_op *op);

#endif
