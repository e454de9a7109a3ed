-- Documents: what lives longer than a job, such as an opponent, and the tasks that wait to change one.
--
-- A list reads `document` alone: the body, which may have megabytes, is a row of its own table. A task is written before
-- its client is answered and finished in the transaction that changes its document, so it takes effect exactly once.

CREATE TABLE document (
    sequence   INTEGER PRIMARY KEY,            -- order of insertion: the list's cursor
    id         BLOB NOT NULL CHECK (length(id) = 16),
    type       TEXT NOT NULL,                  -- "opponent"
    owner      TEXT NOT NULL,                  -- '' without authentication
    kind       TEXT NOT NULL,
    name       TEXT NOT NULL,
    version    INTEGER NOT NULL,               -- 1 at first; grows by 1 with each change
    created_ms INTEGER NOT NULL,
    updated_ms INTEGER NOT NULL,
    meta       BLOB                            -- small JSON
) STRICT;

CREATE UNIQUE INDEX document_id ON document (id);
CREATE INDEX document_owner ON document (type, owner);
CREATE INDEX document_type ON document (type);

CREATE TABLE document_body (
    document INTEGER PRIMARY KEY REFERENCES document (sequence) ON DELETE CASCADE,
    bytes    BLOB NOT NULL
) STRICT;

CREATE TABLE task (
    sequence    INTEGER PRIMARY KEY,           -- order in which the tasks of a document are carried out
    id          BLOB NOT NULL CHECK (length(id) = 16),
    document    INTEGER NOT NULL REFERENCES document (sequence) ON DELETE CASCADE,
    verb        TEXT NOT NULL,
    node        TEXT NOT NULL,                 -- the server that carries it out
    state       INTEGER NOT NULL CHECK (state IN (0, 1, 2)), -- waits, done, failed
    job         BLOB CHECK (length(job) = 16), -- the last job that worked for it
    base        INTEGER NOT NULL,              -- version of the document from which that job started
    created_ms  INTEGER NOT NULL,
    finished_ms INTEGER NOT NULL,
    idempotency TEXT,                          -- Idempotency-Key, NULL = none
    fingerprint BLOB,                          -- of the request that carried it
    error       BLOB,                          -- why it failed
    request     BLOB                           -- NULL once it is finished
) STRICT;

CREATE UNIQUE INDEX task_id ON task (id);
CREATE INDEX task_document ON task (document);
CREATE UNIQUE INDEX task_idempotency ON task (document, idempotency) WHERE idempotency IS NOT NULL;
CREATE INDEX task_waiting ON task (node) WHERE state = 0;
CREATE INDEX task_next ON task (document, node) WHERE state = 0;
