-- The recap of ten chapters, for prompts without room for their recaps. It belongs to the last one of them. `made_from` names
-- each chapter with the version of its recap, so a change shows.
CREATE TABLE chapter_arc (
  account_id text COLLATE "C" NOT NULL,
  chapter_id text COLLATE "C" NOT NULL,
  made_from text[] COLLATE "C" NOT NULL,
  events text NOT NULL,
  state text NOT NULL,
  model text COLLATE "C" NOT NULL,
  run_id text COLLATE "C" NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (account_id, chapter_id),
  FOREIGN KEY (account_id, chapter_id) REFERENCES chapter (account_id, id) ON DELETE CASCADE
);
