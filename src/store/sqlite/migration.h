/* Schema migrations, embedded at build time from schema/sql (schema/embed_sql.py). */
#ifndef STORE_SQLITE_MIGRATION_H
#define STORE_SQLITE_MIGRATION_H

struct store_migration {
    unsigned version; /* 1, 2, ... without gaps */
    const char *name;
    const char *sql; /* several statements, applied in one transaction */
};

extern const struct store_migration sqlite_migrations[];
extern const unsigned sqlite_migration_count;

#endif
