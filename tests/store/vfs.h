/* A layer for SQLite (VFS) over the real disk that fails on request and can be slow.
 *
 * Every write, sync and truncation of a database or its log counts. The plan selects which of them fail, how often and
 * with which error; a failing write has written its first half. */
#ifndef VFS_H
#define VFS_H

#include <stdbool.h>

/* Makes it SQLite's default in this process. Must be called before the first database is opened. */
void vfs_start(void);
/* Fails the call after `after` more, and `times` - 1 following ones; full: with "disk full", else "I/O error". */
void vfs_fail(long after, long times, bool full);
/* Ends the failures. */
void vfs_mend(void);
long vfs_failures(void);          /* since vfs_fail() */
void vfs_slow(long microseconds); /* delay added to each sync */
long vfs_syncs(void);             /* in total */

#endif
