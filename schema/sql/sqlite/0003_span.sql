-- When the jobs of each 1024 sequence numbers were created: first and last.
--
-- Lists go by sequence; the two are nearly the same order, so the blocks that a time range touches bound the sequence
-- closely and a list of last month's jobs starts where they are. (An index on created_ms would give them in the wrong
-- order.) Removed jobs do not narrow a block again: a bound may be too wide, never too narrow.

CREATE TABLE span (
    block    INTEGER PRIMARY KEY,              -- sequence / 1024
    first_ms INTEGER NOT NULL,
    last_ms  INTEGER NOT NULL
) STRICT;

INSERT INTO span SELECT sequence / 1024, min(created_ms), max(created_ms) FROM job GROUP BY sequence / 1024;

CREATE TRIGGER span_grows AFTER INSERT ON job BEGIN
    INSERT INTO span VALUES (new.sequence / 1024, new.created_ms, new.created_ms)
    ON CONFLICT (block) DO UPDATE SET first_ms = min(first_ms, new.created_ms), last_ms = max(last_ms, new.created_ms)
    WHERE first_ms > new.created_ms OR last_ms < new.created_ms;
END;
