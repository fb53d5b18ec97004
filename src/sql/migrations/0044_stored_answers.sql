-- Answers under idempotency keys store the ids of texts, not the texts, and count as used space
-- (docs/decisions/0077-stored-answers.md). An empty answer was dropped, because the account stored too many.
ALTER TABLE idempotency_key ADD COLUMN revision_ids text[] COLLATE "C";
-- A save asks whether an answer names the text that it would write over. Without a pending list, its cost is even.
CREATE INDEX idempotency_key_of_revision ON idempotency_key USING gin (revision_ids) WITH (fastupdate = off);
-- A sweep drops the oldest answers of an account.
CREATE INDEX idempotency_key_of_account ON idempotency_key (account_id, created_at) WHERE answer <> '';

ALTER TABLE storage_total ADD COLUMN answers bigint NOT NULL DEFAULT 0;
