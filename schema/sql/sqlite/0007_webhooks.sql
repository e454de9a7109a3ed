-- Webhooks: where the end of a job is sent, and what became of it.
--
-- The row is written with its job, so a webhook that was acknowledged survives a crash. It becomes due in the
-- transaction that finishes the job. States: 0 the job is unfinished, 1 due, 2 delivered, 3 failed for good.

CREATE TABLE webhook (
    job      INTEGER PRIMARY KEY REFERENCES job (sequence) ON DELETE CASCADE,
    url      TEXT NOT NULL,
    state    INTEGER NOT NULL CHECK (state BETWEEN 0 AND 3),
    attempts INTEGER NOT NULL,                 -- deliveries tried
    next_ms  INTEGER NOT NULL,                 -- time of the next one; while one is under way, when it may be tried again
    status   INTEGER NOT NULL,                 -- HTTP status of the last one; 0 = no reply
    error    TEXT NOT NULL                     -- why the last one failed; '' = it did not
) STRICT;

CREATE INDEX webhook_due ON webhook (next_ms) WHERE state = 1;
