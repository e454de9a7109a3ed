/* A layer for SQLite (VFS) over the real disk that fails on request and can be slow.
 *
 * Every write, sync and truncation of a database or its log counts as a call. vfs_fail() selects which calls fail, how
 * many, and with which error; a failing write writes the first half of its bytes. */
#ifndef VFS_H
#define VFS_H

#include <stdbool.h>

/* Makes this VFS the default of SQLite in this process. Must be called before the first database is opened. */
void vfs_start(void);
/* Lets the next `after` calls succeed and the `times` calls after them fail, with the error "disk full" (full) or "I/O
 * error". */
void vfs_fail(long after, long times, bool full);
/* Ends the failures. */
void vfs_mend(void);
long vfs_failures(void);          /* number of failures since vfs_fail() */
void vfs_slow(long microseconds); /* delay added to each sync */
long vfs_syncs(void);             /* number of syncs in total */

#endif
