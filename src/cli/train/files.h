/* Files of nashd train. Messages go to stderr. */
#ifndef CLI_TRAIN_FILES_H
#define CLI_TRAIN_FILES_H

#include <stdbool.h>

#include <nash/arena.h>
#include <nash/buf.h>

/* Reads a file of at most `max` bytes; "-" is stdin. Returns false after a message. The caller frees out. */
bool train_file_read(const char *path, size_t max, struct nash_buf *out);
/* Replaces a file: whatever happens, there is the old one or the new one, as a whole. Returns false after a message. */
bool train_file_write(const char *path, const void *bytes, size_t len);

/* show.c: the commands nashd train --show and --export-net. Return the exit status. */
int train_show(const char *path);
int train_export_net(const char *path, const char *out); /* out NULL: beside the checkpoint */

#endif
