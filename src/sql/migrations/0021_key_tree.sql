-- Keys form a tree (docs/access.md): a key made by a key is its child, and is revoked with it.
ALTER TABLE token
  ADD COLUMN parent_id text COLLATE "C",
  -- Who uses the key. Older keys are a person's.
  ADD COLUMN kind text NOT NULL DEFAULT 'person' CHECK (kind IN ('person', 'agent')),
  -- A key of a browser session, which has a limit of its own.
  ADD COLUMN is_session boolean NOT NULL DEFAULT false,
  -- Bounds. NULL: every book of the account; every tool.
  ADD COLUMN book_ids text[] CHECK (cardinality(book_ids) BETWEEN 1 AND 100),
  ADD COLUMN read_only boolean NOT NULL DEFAULT false,
  ADD COLUMN tools text[] CHECK (cardinality(tools) > 0);
ALTER TABLE token ADD CONSTRAINT token_in_account UNIQUE (account_id, id);
DROP INDEX token_of_account;
ALTER TABLE token
  ADD CONSTRAINT token_parent FOREIGN KEY (account_id, parent_id) REFERENCES token (account_id, id) ON DELETE CASCADE;
CREATE INDEX token_children ON token (account_id, parent_id) WHERE parent_id IS NOT NULL;

-- Secrets that a rotation replaced and that still work for a while.
CREATE TABLE token_former_secret (
  hash bytea PRIMARY KEY,
  account_id text COLLATE "C" NOT NULL,
  token_id text COLLATE "C" NOT NULL,
  works_until timestamptz(3) NOT NULL,
  FOREIGN KEY (account_id, token_id) REFERENCES token (account_id, id) ON DELETE CASCADE
);
CREATE INDEX token_former_secret_of_token ON token_former_secret (account_id, token_id);
