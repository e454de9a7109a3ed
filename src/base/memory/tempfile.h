/* A string of bytes in an unnamed file, for what is too large for memory: a request body, a problem, an answer.
 *
 * The file has no name, so the kernel removes it when the process ends, for any reason. One thread appends to it; once
 * it is shared it is read only, by any number of threads. Its bytes are taken from a budget as they are written, and
 * given back with the last reference. */
#ifndef BASE_MEMORY_TEMPFILE_H
#define BASE_MEMORY_TEMPFILE_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include <base/memory/budget.h>
#include <nash/status.h>

struct tempfile;

/* Creates an empty file in the folder, with one reference. budget: NULL, or outlives the file. Returns NULL with
 * *error. */
struct tempfile *tempfile_new(const char *folder, struct byte_budget *budget, struct nash_error *error);
struct tempfile *tempfile_ref(struct tempfile *file); /* NULL is allowed, here and below */
void tempfile_unref(struct tempfile *file);

/* Appends bytes. NASH_BUSY when the budget or the disk is full; the file is then unchanged or longer by a part. May
 * wait for the disk. */
enum nash_status tempfile_append(struct tempfile *file, const void *data, size_t len, struct nash_error *error);
uint64_t tempfile_len(const struct tempfile *file);
/* Reads up to room bytes from an offset. Returns their number, 0 at the end; -1 with errno. May wait for the disk. */
ssize_t tempfile_read(const struct tempfile *file, uint64_t from, void *out, size_t room);
/* Returns the descriptor, for sendfile(2) with an offset of one's own. It belongs to the file. */
int tempfile_fd(const struct tempfile *file);

#endif
