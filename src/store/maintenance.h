/* Looking after the database: checks, backups, free space. */
#ifndef STORE_MAINTENANCE_H
#define STORE_MAINTENANCE_H

#include <store/store.h>

/* What a check can find. */
enum store_fault {
    FAULT_RESULT,    /* a result does not match its checksum, or is absent */
    FAULT_PROBLEM,   /* so with a problem */
    FAULT_JOB,       /* an unfinished job has no run, or a row refers to a job that does not exist */
    FAULT_PARTS,     /* parts of a body that no job has */
    FAULT_SUMS,      /* the number of jobs, or the times of a block of jobs */
    FAULT_STRUCTURE, /* the file of the database */
    STORE_FAULTS
};

struct store_finding {
    enum store_fault fault;
    bool has_job;
    struct job_id job;
    char detail[160]; /* one sentence */
};

/* A check, which may be made in several calls. */
struct store_check {
    bool whole;         /* also compares the sums, looks for lost parts and reads the structure of the file, in the last
                           call, which is then long; otherwise only jobs are read */
    unsigned max_jobs;  /* most jobs that one call reads; 0: no limit */
    uint64_t max_bytes; /* a call ends after the job with which it has read as many bytes; 0: no limit */
    void (*found)(void *context, const struct store_finding *finding); /* may be NULL; must not call the store */
    void *context;

    int64_t cursor;                /* of the next call; 0: from the first job */
    bool done;                     /* all jobs have been read, and the cursor is 0 again */
    uint64_t jobs, bytes;          /* read; these sums grow with each call */
    uint64_t faults[STORE_FAULTS]; /* found */
    uint64_t sums_added;           /* rows stored before there were checksums, which have them now */
};

/* Checks stored jobs from the cursor on. Does not delay writes. A failure means that the store could not be read. */
enum nash_status store_check(struct store *store, struct store_check *check, struct nash_error *error);

/* Copies the database as it is now to a new file, while reads and writes go on. The file has the mode 0600, and has its
 * name only when it is complete, its structure was checked, and it is on the disk. NASH_CONFLICT if the path exists. */
enum nash_status store_backup(struct store *store, const char *path, struct nash_error *error);
/* The same; progress is called after each piece. If it returns false, the backup ends with NASH_STOPPED. */
enum nash_status store_backup_watched(struct store *store, const char *path,
                                      bool (*progress)(void *context, uint64_t done, uint64_t total), void *context,
                                      struct nash_error *error);

/* Copies in the same way the database of a URL, "sqlite:PATH", which a server may have open, and does not open a store:
 * nothing is migrated, and no server is locked out. NASH_NOT_FOUND without a database. */
enum nash_status store_backup_from(const char *url, const char *path,
                                   bool (*progress)(void *context, uint64_t done, uint64_t total), void *context,
                                   struct nash_error *error);

/* Returns true if the last write failed, and copies its reason; it does not wait for the disk. */
bool store_write_fault(struct store *store, char *reason, size_t room);
/* Returns the bytes that the file system of the database has left for this process; UINT64_MAX: not known. */
uint64_t store_free_bytes(struct store *store);

#endif
