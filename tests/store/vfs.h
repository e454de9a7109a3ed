/* A disk that fails when told to, and one that is slow: a layer of SQLite's own (VFS) around the real one.
 *
 * Every write, sync and truncation of a database or its log counts. The plan says which of them fails, how often and
 * with what; a write that fails has written its first half. */
#ifndef VFS_H
#define VFS_H

#include <stdbool.h>

/* Makes it SQLite's default for this process, before the first database is opened. */
void vfs_start(void);
/* The call after `after` more fails, and `times` - 1 following ones; full: with "disk full", else "I/O error". */
void vfs_fail(long after, long times, bool full);
/* The disk is mended. */
void vfs_mend(void);
long vfs_failures(void);          /* since vfs_fail() */
void vfs_slow(long microseconds); /* each sync takes this much longer */
long vfs_syncs(void);             /* ever */

#endif
