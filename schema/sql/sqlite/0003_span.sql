-- When the jobs of each 1024 sequence numbers were created: first and last.
--
-- Lists go by sequence; the two are nearly the same order, so the blocks that a time range touches bound the sequence
-- closely and a list of last month's jobs starts where they are. (An index on created_ms would give them in the wrong
-- order.) The engine widens a block once a transaction. Removed jobs do not narrow a block again: a bound may be too wide, never too narrow.

CREATE TABLE span (
    block    INTEGER PRIMARY KEY,              -- sequence / 1024
    first_ms INTEGER NOT NULL,
    last_ms  INTEGER NOT NULL
) STRICT;

INSERT INTO span SELECT sequence / 1024, min(created_ms), max(created_ms) FROM job GROUP BY sequence / 1024;
