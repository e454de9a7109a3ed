/* Tests of the file of a table that a kind keeps between processes: a directory for the file, and child processes that
 * open it, since a process opens a table once. */
#ifndef TEST_TABLE_FILE_CASE_H
#define TEST_TABLE_FILE_CASE_H

#include <sys/types.h>

#include "../base/test.h"

enum { ANY = 99 };

/* ---- defined by the test ---- */

extern const char table_name[]; /* name of the file */

/* Runs in a child: opens the table in the directory `where`, checks that it has `verified` valid parts (ANY: any
 * number), fills it up to `parts` parts and checks it. Returns the exit status of the child, 0 for success. */
int child_run(const char *where, uint32_t verified, uint32_t parts);

/* ---- defined here ---- */

extern char directory[64], file[128]; /* paths for the running test */

int make_directory(void **state);
int remove_directory(void **state);

pid_t child_begin(const char *where, uint32_t verified, uint32_t parts);
/* Waits for the end of a child; returns the status from waitpid(). */
int child_end(pid_t child);
/* Runs child_run() in a child; fails the test unless it succeeds. */
void child_expect(const char *where, uint32_t verified, uint32_t parts);

/* Changes a bit of the file at offset `at`. */
void flip(off_t at);
/* Returns the size of a file in bytes, or -1 if there is no such file. */
off_t size_of(const char *path);

#endif
