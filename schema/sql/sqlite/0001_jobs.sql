-- Jobs, their answers, their leases, their blobs.
--
-- A finished job is one row of `job` and nothing else; whatever changes while a job is unfinished (lease, attempts,
-- progress) lives in `run`, one small row that is deleted when the job finishes. So a heartbeat never rewrites a
-- problem of megabytes, and a job whose answer arrives before its first commit costs a single insert.
-- Times are ms since 1970, 0 = not yet. States: 0 queued, 1 running, 2 succeeded, 3 failed, 4 cancelled.

CREATE TABLE job (
    sequence    INTEGER PRIMARY KEY,           -- insertion order: the list's cursor
    id          BLOB NOT NULL CHECK (length(id) = 16),
    key         BLOB NOT NULL CHECK (length(key) = 32), -- SHA-256 of the canonical problem
    kind        TEXT NOT NULL,
    owner       TEXT NOT NULL,                 -- '' without authentication
    state       INTEGER NOT NULL CHECK (state >= 0 AND state <= 4 AND state <> 1), -- 0 = unfinished: see run.state
    final       INTEGER NOT NULL CHECK (final IN (0, 1)),       -- succeeded with the whole truth
    format      INTEGER NOT NULL,
    priority    INTEGER NOT NULL CHECK (priority BETWEEN -100 AND 100),
    timeout_ms  INTEGER NOT NULL,
    seed        INTEGER NOT NULL,              -- the 64 bits of an unsigned number
    created_ms  INTEGER NOT NULL,
    started_ms  INTEGER NOT NULL,
    finished_ms INTEGER NOT NULL,
    last_event  INTEGER NOT NULL,
    attempts    INTEGER NOT NULL,
    idempotency TEXT,                          -- Idempotency-Key, NULL = none
    fingerprint BLOB,                          -- of the request that carried it
    progress    BLOB,                          -- bodies last: lists do not read their overflow pages
    error       BLOB,
    result      BLOB,
    problem     BLOB
) STRICT;

CREATE UNIQUE INDEX job_id ON job (id);
CREATE UNIQUE INDEX job_idempotency ON job (owner, idempotency) WHERE idempotency IS NOT NULL;
-- The answer cache: lookup by canonical key, newest by the rowid every index entry ends with.
CREATE INDEX job_answer ON job (key) WHERE final = 1 AND state = 2;
-- Retention (oldest finished first) and counting by state, without touching the rows.
CREATE INDEX job_finished ON job (finished_ms, state) WHERE state >= 2;
-- Filtered lists, newest first.
CREATE INDEX job_owner ON job (owner) WHERE owner <> '';
CREATE INDEX job_kind ON job (kind);
CREATE INDEX job_unsuccessful ON job (sequence) WHERE state >= 3;

-- Unfinished jobs.
CREATE TABLE run (
    job            INTEGER PRIMARY KEY REFERENCES job (sequence) ON DELETE CASCADE,
    priority       INTEGER NOT NULL,
    state          INTEGER NOT NULL CHECK (state IN (0, 1)),
    started_ms     INTEGER NOT NULL,
    attempts       INTEGER NOT NULL,           -- times it was claimed
    node           TEXT,                       -- who holds the lease; NULL = free
    lease_until_ms INTEGER NOT NULL,
    progress       BLOB
) STRICT;

CREATE INDEX run_free ON run (priority DESC, job) WHERE node IS NULL;

-- Large by-products of a job (a checkpoint, a record).
CREATE TABLE blob (
    job   INTEGER NOT NULL REFERENCES job (sequence) ON DELETE CASCADE,
    name  TEXT NOT NULL,
    bytes BLOB NOT NULL,
    PRIMARY KEY (job, name)
) STRICT;
