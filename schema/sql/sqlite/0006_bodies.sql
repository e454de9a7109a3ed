-- Large bodies in parts, checksums, verdicts and tags.
--
-- The table `job` is made anew, because a column that is added stands behind the bodies, and a list that reads it would
-- read their overflow pages. Foreign keys are off during a migration (migrate.c), so dropping the old table deletes
-- nothing elsewhere.
--
-- A problem of more than 4 KiB and a result of more than 64 KiB have a number and are stored in parts of 1 MiB, written
-- once: the end of a job rewrites its row without its problem. Part n of body b has the id 4096 * b + n.

CREATE TABLE part (
    id       INTEGER PRIMARY KEY,
    checksum INTEGER,                          -- of the id and the bytes; NULL: written before there were checksums
    bytes    BLOB NOT NULL
) STRICT;

-- Bodies that no job has: one that is being written, by a node, or one to be removed ('').
CREATE TABLE orphan (
    body     INTEGER PRIMARY KEY,
    node     TEXT NOT NULL,
    since_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE job_new (
    sequence      INTEGER PRIMARY KEY,         -- insertion order: the list's cursor
    id            BLOB NOT NULL CHECK (length(id) = 16),
    key           BLOB NOT NULL CHECK (length(key) = 32), -- SHA-256 of the canonical problem
    kind          TEXT NOT NULL,
    owner         TEXT NOT NULL,               -- '' without authentication
    state         INTEGER NOT NULL CHECK (state >= 0 AND state <= 4 AND state <> 1), -- 0 = unfinished: see run.state
    final         INTEGER NOT NULL CHECK (final IN (0, 1)),
    verdict       INTEGER NOT NULL CHECK (verdict BETWEEN 0 AND 2), -- enum job_verdict
    format        INTEGER NOT NULL,
    priority      INTEGER NOT NULL CHECK (priority BETWEEN -100 AND 100),
    timeout_ms    INTEGER NOT NULL,
    seed          INTEGER NOT NULL,            -- the 64 bits of an unsigned number
    created_ms    INTEGER NOT NULL,
    started_ms    INTEGER NOT NULL,
    finished_ms   INTEGER NOT NULL,
    last_event    INTEGER NOT NULL,
    attempts      INTEGER NOT NULL,
    idempotency   TEXT,                        -- Idempotency-Key, NULL = none
    fingerprint   BLOB,                        -- of the request that carried it
    tags          TEXT CHECK (tags IS NULL OR json_valid(tags)), -- array of strings, NULL = none
    problem_bytes INTEGER,                     -- length; NULL = no problem
    problem_body  INTEGER,                     -- number of the body, if it is stored in parts
    problem_check INTEGER,                     -- checksum; NULL: stored before there were checksums
    result_bytes  INTEGER,
    result_body   INTEGER,
    result_check  INTEGER,
    progress      BLOB,                        -- bodies last: lists do not read their overflow pages
    error         BLOB,
    result        BLOB,
    problem       BLOB
) STRICT;

INSERT INTO job_new SELECT sequence, id, key, kind, owner, state, final, 0, format, priority, timeout_ms, seed,
    created_ms, started_ms, finished_ms, last_event, attempts, idempotency, fingerprint, NULL,
    length(problem), CASE WHEN length(problem) > 1048576 THEN 2 * sequence END, NULL,
    length(result), CASE WHEN length(result) > 1048576 THEN 2 * sequence + 1 END, NULL, progress, error,
    CASE WHEN length(result) <= 1048576 THEN result END, CASE WHEN length(problem) <= 1048576 THEN problem END FROM job;

WITH RECURSIVE piece (sequence, n, len) AS (
    SELECT sequence, 0, length(problem) FROM job WHERE length(problem) > 1048576
    UNION ALL SELECT sequence, n + 1, len FROM piece WHERE (n + 1) * 1048576 < len)
INSERT INTO part SELECT 4096 * 2 * sequence + n, NULL, substr(problem, n * 1048576 + 1, 1048576)
    FROM piece JOIN job USING (sequence);
WITH RECURSIVE piece (sequence, n, len) AS (
    SELECT sequence, 0, length(result) FROM job WHERE length(result) > 1048576
    UNION ALL SELECT sequence, n + 1, len FROM piece WHERE (n + 1) * 1048576 < len)
INSERT INTO part SELECT 4096 * (2 * sequence + 1) + n, NULL, substr(result, n * 1048576 + 1, 1048576)
    FROM piece JOIN job USING (sequence);

DROP TABLE job;
ALTER TABLE job_new RENAME TO job;

CREATE UNIQUE INDEX job_id ON job (id);
CREATE UNIQUE INDEX job_idempotency ON job (owner, idempotency) WHERE idempotency IS NOT NULL;
CREATE INDEX job_answer ON job (key) WHERE final = 1 AND state = 2;
CREATE INDEX job_finished ON job (finished_ms, state) WHERE state >= 2;
CREATE INDEX job_owner ON job (owner) WHERE owner <> '';
CREATE INDEX job_kind ON job (kind);
CREATE INDEX job_unsuccessful ON job (sequence) WHERE state >= 3;

-- The jobs of each tag. Only jobs with tags have rows here.
CREATE TABLE tag (
    tag TEXT NOT NULL,
    job INTEGER NOT NULL,
    PRIMARY KEY (tag, job)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER tally_job_out AFTER DELETE ON job WHEN old.state <> 0 BEGIN
    UPDATE tally SET jobs = jobs - 1 WHERE state = old.state;
END;
CREATE TRIGGER tag_job_out AFTER DELETE ON job WHEN old.tags IS NOT NULL BEGIN
    DELETE FROM tag WHERE job = old.sequence AND tag IN (SELECT value FROM json_each(old.tags) WHERE type = 'text');
END;
-- A small body goes with its job. A large one is left to the sweep, which removes it in pieces.
CREATE TRIGGER problem_out AFTER DELETE ON job WHEN old.problem_body IS NOT NULL BEGIN
    DELETE FROM part WHERE old.problem_bytes <= 1048576 AND id = 4096 * old.problem_body;
    INSERT INTO orphan SELECT old.problem_body, '', 0 WHERE old.problem_bytes > 1048576;
END;
CREATE TRIGGER result_out AFTER DELETE ON job WHEN old.result_body IS NOT NULL BEGIN
    DELETE FROM part WHERE old.result_bytes <= 1048576 AND id = 4096 * old.result_body;
    INSERT INTO orphan SELECT old.result_body, '', 0 WHERE old.result_bytes > 1048576;
END;
