-- How many jobs there are of each state: a scrape of the metrics reads five rows,
-- however many jobs there are, and nodes that share the file count together.

CREATE TABLE tally (
    state INTEGER PRIMARY KEY CHECK (state BETWEEN 0 AND 4),
    jobs  INTEGER NOT NULL -- may be less than 0 in the midst of a transaction
) STRICT;

INSERT INTO tally VALUES
    (0, (SELECT count(*) FROM run WHERE state = 0)),
    (1, (SELECT count(*) FROM run WHERE state = 1)),
    (2, (SELECT count(*) FROM job WHERE state = 2)),
    (3, (SELECT count(*) FROM job WHERE state = 3)),
    (4, (SELECT count(*) FROM job WHERE state = 4));

-- What comes in and what ends is added up by the engine, once a transaction; the rarer ways go by triggers.
CREATE TRIGGER tally_job_out AFTER DELETE ON job WHEN old.state <> 0 BEGIN
    UPDATE tally SET jobs = jobs - 1 WHERE state = old.state;
END;
CREATE TRIGGER tally_run_moves AFTER UPDATE OF state ON run WHEN old.state <> new.state BEGIN
    UPDATE tally SET jobs = jobs - 1 WHERE state = old.state;
    UPDATE tally SET jobs = jobs + 1 WHERE state = new.state;
END;
