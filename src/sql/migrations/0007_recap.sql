-- What a finished chapter comes to, for the prompts of later ones. It tells the text of that id; where the chapter has another
-- one by now, it is stale. A finished text keeps its id unchanged, so the id alone tells.
CREATE TABLE chapter_recap (
  account_id text COLLATE "C" NOT NULL,
  chapter_id text COLLATE "C" NOT NULL,
  revision_id text COLLATE "C" NOT NULL,
  body text NOT NULL,
  model text NOT NULL,
  run_id text COLLATE "C" NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (account_id, chapter_id),
  FOREIGN KEY (account_id, chapter_id) REFERENCES chapter (account_id, id) ON DELETE CASCADE
);

-- Rewrites of a chapter, to find the draft that one goes on from.
CREATE INDEX run_rewrites ON run (account_id, chapter_id, started_at) WHERE kind = 'rewrite';
