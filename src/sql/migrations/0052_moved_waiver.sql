-- The chapter by whose id the finding of a waiver is told from others, if it was merged into the one that has the waiver.
ALTER TABLE lint_waiver ADD COLUMN lint_id text COLLATE "C";
