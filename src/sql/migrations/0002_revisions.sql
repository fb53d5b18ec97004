-- A former text knows whether it was written to the end, so that restoring it brings its status back.
ALTER TABLE chapter_revision ADD COLUMN text_status text NOT NULL DEFAULT 'complete' CHECK (text_status IN ('partial', 'complete'));
UPDATE chapter_revision v SET text_status = 'partial'
FROM run r WHERE r.account_id = v.account_id AND r.id = v.run_id AND r.state <> 'completed';
ALTER TABLE chapter_revision ALTER COLUMN text_status DROP DEFAULT;

-- What texts were built from was kept as sums, which cannot say what has changed. It is kept by record from now on.
UPDATE chapter_text SET built_from = NULL WHERE built_from IS NOT NULL;
UPDATE chapter_revision SET built_from = NULL WHERE built_from IS NOT NULL;
UPDATE run SET built_from = NULL WHERE built_from IS NOT NULL;
