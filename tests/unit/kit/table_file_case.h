/* The file of a table that a kind keeps between processes: a directory for it, and children that open it, since a
 * process opens a table once. */
#ifndef TEST_TABLE_FILE_CASE_H
#define TEST_TABLE_FILE_CASE_H

#include <sys/types.h>

#include "../base/test.h"

enum { ANY = 99 };

/* ---- defined by the test ---- */

extern const char table_name[]; /* of the file */

/* Runs in a child: opens the table in `where`, which must have this number of verified parts (ANY: any number), fills
 * it to `parts`, checks it. Returns the exit status. */
int child_run(const char *where, uint32_t verified, uint32_t parts);

/* ---- defined here ---- */

extern char directory[64], file[128]; /* of the running test */

int make_directory(void **state);
int remove_directory(void **state);

pid_t child_begin(const char *where, uint32_t verified, uint32_t parts);
/* Returns the status of waitpid(). */
int child_end(pid_t child);
/* Runs a child; fails the test unless it succeeds. */
void child_expect(const char *where, uint32_t verified, uint32_t parts);

/* Changes a bit of the file. */
void flip(off_t at);
/* Returns -1 if there is no such file. */
off_t size_of(const char *path);

#endif
