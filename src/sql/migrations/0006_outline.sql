-- Work on an outline writes no chapter text, so it has no id of a text; a grade may be of a variant.
ALTER TABLE run ALTER COLUMN revision_id DROP NOT NULL;
ALTER TABLE run ADD COLUMN subject_id text COLLATE "C";
ALTER TABLE run ADD COLUMN result jsonb;

-- A summary is made beside whatever else happens to its chapter.
DROP INDEX run_one_of_chapter;
CREATE UNIQUE INDEX run_one_of_chapter ON run (account_id, chapter_id) WHERE state = 'running' AND kind IN ('write', 'rewrite');
CREATE UNIQUE INDEX run_one_of_outline ON run (account_id, book_id, kind, coalesce(subject_id, '')) WHERE state = 'running' AND kind IN ('outline', 'variant', 'grade');

-- An outline as a model made it: chosen, it becomes the book's chapters; it stays here all the same.
CREATE TABLE outline_variant (
  account_id text COLLATE "C" NOT NULL,
  book_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  run_id text COLLATE "C" NOT NULL,
  title text,
  genre text,
  genre_confidence integer,
  audience text,
  audience_confidence integer,
  chapters jsonb NOT NULL,
  instructions text,
  model text NOT NULL,
  plan_version integer NOT NULL,
  grade jsonb,
  adopted_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (account_id, id),
  FOREIGN KEY (account_id, book_id) REFERENCES book (account_id, id) ON DELETE CASCADE
);
CREATE INDEX outline_variant_of_book ON outline_variant (account_id, book_id, id);
