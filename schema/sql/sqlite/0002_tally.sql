-- How many jobs there are of each state, kept by triggers: whoever asks (every scrape of the metrics) reads five rows,
-- however many jobs there are, and nodes that share the file count together.

CREATE TABLE tally (
    state INTEGER PRIMARY KEY CHECK (state BETWEEN 0 AND 4),
    jobs  INTEGER NOT NULL CHECK (jobs >= 0)
) STRICT;

INSERT INTO tally VALUES
    (0, (SELECT count(*) FROM run WHERE state = 0)),
    (1, (SELECT count(*) FROM run WHERE state = 1)),
    (2, (SELECT count(*) FROM job WHERE state = 2)),
    (3, (SELECT count(*) FROM job WHERE state = 3)),
    (4, (SELECT count(*) FROM job WHERE state = 4));

-- A finished job counts by its own row ...
CREATE TRIGGER tally_job_in AFTER INSERT ON job WHEN new.state <> 0 BEGIN
    UPDATE tally SET jobs = jobs + 1 WHERE state = new.state;
END;
CREATE TRIGGER tally_job_ends AFTER UPDATE OF state ON job WHEN old.state = 0 AND new.state <> 0 BEGIN
    UPDATE tally SET jobs = jobs + 1 WHERE state = new.state;
END;
CREATE TRIGGER tally_job_out AFTER DELETE ON job WHEN old.state <> 0 BEGIN
    UPDATE tally SET jobs = jobs - 1 WHERE state = old.state;
END;

-- ... an unfinished one by its run.
CREATE TRIGGER tally_run_in AFTER INSERT ON run BEGIN
    UPDATE tally SET jobs = jobs + 1 WHERE state = new.state;
END;
CREATE TRIGGER tally_run_moves AFTER UPDATE OF state ON run WHEN old.state <> new.state BEGIN
    UPDATE tally SET jobs = jobs - 1 WHERE state = old.state;
    UPDATE tally SET jobs = jobs + 1 WHERE state = new.state;
END;
CREATE TRIGGER tally_run_out AFTER DELETE ON run BEGIN
    UPDATE tally SET jobs = jobs - 1 WHERE state = old.state;
END;
