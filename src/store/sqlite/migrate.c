/* Schema migrations: each runs once, in a transaction of its own, and is recorded in schema_version. */
#include <stdlib.h>

#include <base/clock.h>

#include "migration.h"
#include "sqlite.h"

/* Reads the number of the last migration; 0: none. */
static enum nash_status version_read(struct conn *conn, unsigned *version, struct nash_error *error)
{
    sqlite3_stmt *statement = NULL;
    int code =
        sqlite3_prepare_v2(conn->db, "SELECT coalesce(max(version), 0) FROM schema_version", -1, &statement, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_step(statement);
    if (code == SQLITE_ROW)
        *version = (unsigned)sqlite3_column_int(statement, 0);
    sqlite3_finalize(statement);
    return code == SQLITE_ROW ? NASH_OK : conn_fail(conn, code, "reading its version", error);
}

static enum nash_status version_write(struct conn *conn, const struct store_migration *migration,
                                      struct nash_error *error)
{
    char *sql = sqlite3_mprintf("INSERT INTO schema_version VALUES (%u, %Q, %lld)", migration->version, migration->name,
                                (long long)clock_wall_ms());
    if (sql == NULL)
        return nash_fail(error, NASH_NOMEM, NULL, "no memory to migrate the database");
    enum nash_status status = conn_run(conn, sql, error);
    sqlite3_free(sql);
    return status;
}

/* Applies one migration. Reads the version again within the transaction, because another process may migrate, too. */
static enum nash_status migrate_once(struct conn *conn, const struct store_migration *migration,
                                     struct nash_error *error)
{
    unsigned version = 0;
    enum nash_status status = conn_run(conn, "BEGIN IMMEDIATE", error);
    if (status != NASH_OK)
        return status;
    status = version_read(conn, &version, error);
    if (status == NASH_OK && version < migration->version)
        status = conn_run(conn, migration->sql, error);
    if (status == NASH_OK && version < migration->version)
        status = version_write(conn, migration, error);
    if (status == NASH_OK)
        status = conn_run(conn, "COMMIT", error);
    if (status != NASH_OK)
        conn_run(conn, "ROLLBACK", NULL);
    return status;
}

/* Refuses a file that has tables but no schema_version: it belongs to another program. */
static enum nash_status refuse_foreign(struct conn *conn, struct nash_error *error)
{
    sqlite3_stmt *s = NULL;
    int code = sqlite3_prepare_v2(conn->db,
                                  "SELECT count(*) > 0 AND count(*) FILTER (WHERE name = 'schema_version') = 0 "
                                  "FROM sqlite_schema WHERE type = 'table'",
                                  -1, &s, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_step(s);
    bool foreign = code == SQLITE_ROW && sqlite3_column_int(s, 0) != 0;
    sqlite3_finalize(s);
    if (code != SQLITE_ROW)
        return conn_fail(conn, code, "looking for its tables", error);
    return foreign ? nash_fail(error, NASH_CONFLICT, NULL, "the database is another program's: name another file")
                   : NASH_OK;
}

enum nash_status sqlite_migrate(struct conn *conn, struct nash_error *error)
{
    unsigned version = 0;
    enum nash_status status = refuse_foreign(conn, error);
    if (status == NASH_OK)
        status = conn_run(conn,
                          "CREATE TABLE IF NOT EXISTS schema_version (version INTEGER PRIMARY KEY, "
                          "name TEXT NOT NULL, applied_ms INTEGER NOT NULL) STRICT",
                          error);
    if (status == NASH_OK)
        status = version_read(conn, &version, error);
    if (status == NASH_OK && version > sqlite_migration_count)
        return nash_fail(
            error, NASH_CONFLICT, NULL,
            "the database has schema version %u and this nashd knows %u only: use a newer nashd, or another "
            "database",
            version, sqlite_migration_count);
    /* A migration may drop a table in order to make it anew, which must not delete the rows that refer to it. The
     * option has no effect within a transaction. */
    if (status == NASH_OK && version < sqlite_migration_count)
        status = conn_run(conn, "PRAGMA foreign_keys = OFF", error);
    for (unsigned i = version; status == NASH_OK && i < sqlite_migration_count; i++)
        status = migrate_once(conn, &sqlite_migrations[i], error);
    if (status == NASH_OK && version < sqlite_migration_count)
        status = conn_run(conn, "PRAGMA foreign_keys = ON", error);
    return status;
}
