-- Findings are computed, never stored; what an author said of one is kept by its fingerprint.
CREATE TABLE lint_waiver (
  account_id text COLLATE "C" NOT NULL,
  chapter_id text COLLATE "C" NOT NULL,
  finding_id text COLLATE "C" NOT NULL,
  reason text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (account_id, chapter_id, finding_id),
  FOREIGN KEY (account_id, chapter_id) REFERENCES chapter (account_id, id) ON DELETE CASCADE
);
