-- What a run sent first, for 30 days: its messages as deflated JSON, with the bytes that the JSON has. Its manifest is in the
-- row of the run.
CREATE TABLE run_prompt (
  account_id text COLLATE "C" NOT NULL,
  run_id text COLLATE "C" NOT NULL,
  sent_at timestamptz(3) NOT NULL DEFAULT now(),
  messages bytea NOT NULL,
  bytes integer NOT NULL,
  PRIMARY KEY (account_id, run_id),
  FOREIGN KEY (account_id, run_id) REFERENCES run (account_id, id) ON DELETE CASCADE
);
CREATE INDEX run_prompt_sent ON run_prompt (sent_at);
-- The messages are compressed already.
ALTER TABLE run_prompt ALTER COLUMN messages SET STORAGE EXTERNAL;
