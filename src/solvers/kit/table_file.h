/* A table in a file that all workers map and any of them may fill, in pieces that are verified before they are used.
 *
 * The file begins with struct table_head and one mark per piece; the kind defines the rest. The mark of a piece is 0
 * until the piece is complete, then its checksum. Each process verifies a piece once, before its first use, so that
 * starting costs nothing. A piece that is damaged, or whose writer was killed, does not match its mark and is computed
 * again. Writers of one piece store the same bytes, so they need no lock. table_file_open() runs before the workers
 * fork and keeps the mapping for the life of the process. */
#ifndef KIT_TABLE_FILE_H
#define KIT_TABLE_FILE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <nash/status.h>

/* Stored in the byte order of the machine, which the magic number shows. A file with another head is replaced. */
struct table_head {
    uint64_t magic;
    uint32_t version; /* version of the layout and of the meaning of a value */
    uint32_t pieces;  /* number of pieces */
    uint64_t bytes;   /* size of the file */
};

/* The layout of one kind's file, a static constant. */
struct table_layout {
    const char *name; /* file name */
    struct table_head head;
    size_t marks;                                            /* offset of _Atomic uint64_t mark[pieces] */
    uint64_t (*checksum)(const void *table, uint32_t piece); /* never 0 */
};

struct table_file {
    const struct table_layout *layout;
    _Atomic(void *) table;     /* NULL: not open */
    _Atomic uint32_t verified; /* this process has found pieces 0 to verified - 1 valid */
};

/* Maps the file in data_dir (NULL: memory without a file). Does nothing if it is open. Returns NASH_OK or NASH_NOMEM.
 */
enum nash_status table_file_open(struct table_file *file, const char *data_dir, struct nash_error *error);
/* Returns the mapped table, or NULL. */
static inline void *table_file_memory(const struct table_file *file)
{
    return atomic_load_explicit(&file->table, memory_order_acquire);
}
/* Verifies the first `pieces` pieces, in order, up to the first invalid one. Returns the number of valid pieces before
 * it, at most `pieces`. */
uint32_t table_file_verify(struct table_file *file, uint32_t pieces);
/* Marks a piece as complete, after all of its bytes are written. */
void table_file_publish(struct table_file *file, uint32_t piece);

/* Returns a checksum of count bytes (a multiple of 32, aligned to 8), which are read as relaxed atomic words. Each step
 * is a bijection of the word and of the state, so that a single wrong word always changes the checksum. Four lanes hide
 * the latency of the multiplication. */
uint64_t table_checksum(const void *bytes, size_t count, uint64_t seed);

#endif
