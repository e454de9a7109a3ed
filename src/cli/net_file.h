/* Play nets in files, for the engines "dqn" and "dqn+search" on the command line. */
#ifndef CLI_NET_FILE_H
#define CLI_NET_FILE_H

#include <stdbool.h>

#include <nash/buf.h>

/* Reads a play net from a file that has its wire form, or a checkpoint. Returns false after writing into why[size];
 * `net` is freed by the caller in any case. */
bool net_file_read(const char *path, struct nash_buf *net, char *why, size_t size);

#endif
