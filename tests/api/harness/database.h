/* Changes to the database of a server under test that the server itself does not make. */
#ifndef TESTS_API_DATABASE_H
#define TESTS_API_DATABASE_H

#include <check.h>
#include <sqlite3.h>
#include <stdio.h>

#include "daemon.h"

/* Executes SQL on the database of a server. Returns the number of changed rows; fails the test on an error. */
static inline int database_run(const struct daemon *server, const char *sql)
{
    char path[128];
    sqlite3 *db = NULL;
    snprintf(path, sizeof path, "%s/data/nashd.db", server->folder);
    assert_int_equal(sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE, NULL), SQLITE_OK);
    sqlite3_busy_timeout(db, 10000);
    if (sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK)
        fail_msg("%s: %s", sql, sqlite3_errmsg(db));
    int changed = sqlite3_changes(db);
    sqlite3_close(db);
    return changed;
}

#endif
