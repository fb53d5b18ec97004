-- A full account refuses a transaction by what it has added (docs/decisions/0076-space-by-transactions.md).
ALTER TABLE storage_change ADD COLUMN transaction xid8 NOT NULL DEFAULT pg_current_xact_id();

-- Archived chapters are deleted after 30 days from now on. Those that are archived already get 30 days more, in their order.
CREATE INDEX chapter_archived ON chapter (archived_at) WHERE archived_at IS NOT NULL;
UPDATE chapter c SET archived_at = now() - o.place * interval '1 millisecond'
FROM (SELECT account_id, id, row_number() OVER (ORDER BY archived_at DESC, id) AS place FROM chapter WHERE archived_at IS NOT NULL) o
WHERE c.account_id = o.account_id AND c.id = o.id;
