-- What a model has written for a chapter whose recap is that of a person.
CREATE TABLE chapter_recap_suggestion (
  account_id text COLLATE "C" NOT NULL,
  chapter_id text COLLATE "C" NOT NULL,
  revision_id text COLLATE "C" NOT NULL,
  events text NOT NULL,
  state text NOT NULL,
  model text NOT NULL,
  run_id text COLLATE "C" NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (account_id, chapter_id),
  FOREIGN KEY (account_id, chapter_id) REFERENCES chapter (account_id, id) ON DELETE CASCADE
);

-- Chapters whose recap is to be made by itself, once it is due. A node that takes one moves `due_at`, so that another node takes
-- it if the first is lost. `run_id` is the run that works on it.
CREATE TABLE recap_order (
  account_id text COLLATE "C" NOT NULL,
  chapter_id text COLLATE "C" NOT NULL,
  due_at timestamptz(3) NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  run_id text COLLATE "C",
  PRIMARY KEY (account_id, chapter_id),
  FOREIGN KEY (account_id, chapter_id) REFERENCES chapter (account_id, id) ON DELETE CASCADE
);
CREATE INDEX recap_order_due ON recap_order (due_at);

-- How long a write has waited for the recap of the chapter before it.
ALTER TABLE run ADD COLUMN recap_wait_ms integer;
