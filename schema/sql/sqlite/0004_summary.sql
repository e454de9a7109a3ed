-- Renames the first member of stored results: "brief" before version 0.2, "summary" since. Lists read it from the first
-- bytes of a result, so it must stand there under one name.

UPDATE job SET result = CAST('{"summary":"' || substr(result, 11) AS BLOB)
    WHERE substr(result, 1, 10) = CAST('{"brief":"' AS BLOB);
