-- What a day (UTC) did to the words of a chapter. The sum of a chapter's days is its word count, and 0 while it is archived.
CREATE TABLE chapter_day (
  account_id text COLLATE "C" NOT NULL,
  book_id text COLLATE "C" NOT NULL,
  chapter_id text COLLATE "C" NOT NULL,
  day date NOT NULL,
  change integer NOT NULL,
  -- The part of it that writes and rewrites made.
  by_model integer NOT NULL,
  PRIMARY KEY (account_id, book_id, chapter_id, day),
  FOREIGN KEY (account_id, chapter_id) REFERENCES chapter (account_id, id) ON DELETE CASCADE
);

-- Former days are not known: a present text counts on the day on which it came into place.
INSERT INTO chapter_day (account_id, book_id, chapter_id, day, change, by_model)
SELECT c.account_id, c.book_id, c.id, (coalesce(t.created_at, c.created_at) AT TIME ZONE 'UTC')::date, c.word_count,
  CASE WHEN t.origin IN ('write', 'rewrite') THEN c.word_count ELSE 0 END
FROM chapter c LEFT JOIN chapter_text t ON t.account_id = c.account_id AND t.chapter_id = c.id
WHERE c.archived_at IS NULL AND c.word_count > 0;

-- The row of the chapter is held, so changes of one chapter come one after the other, and no sum is lost.
CREATE FUNCTION note_chapter_day() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  before integer := 0;
  after integer := CASE WHEN NEW.archived_at IS NULL THEN NEW.word_count ELSE 0 END;
  -- Nobody else may change a text while a run is at it; archiving is always somebody's own act.
  is_model boolean := false;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    before := CASE WHEN OLD.archived_at IS NULL THEN OLD.word_count ELSE 0 END;
    is_model := NEW.archived_at IS NULL AND OLD.archived_at IS NULL AND EXISTS (
      SELECT FROM run WHERE account_id = NEW.account_id AND chapter_id = NEW.id AND state = 'running' AND kind IN ('write', 'rewrite'));
  END IF;
  IF after <> before THEN
    INSERT INTO chapter_day AS d (account_id, book_id, chapter_id, day, change, by_model)
    VALUES (NEW.account_id, NEW.book_id, NEW.id, (clock_timestamp() AT TIME ZONE 'UTC')::date, after - before, CASE WHEN is_model THEN after - before ELSE 0 END)
    ON CONFLICT (account_id, book_id, chapter_id, day) DO UPDATE SET change = d.change + excluded.change, by_model = d.by_model + excluded.by_model;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER chapter_day_of_new AFTER INSERT ON chapter FOR EACH ROW WHEN (NEW.word_count > 0) EXECUTE FUNCTION note_chapter_day();
CREATE TRIGGER chapter_day_of_change AFTER UPDATE OF word_count, archived_at ON chapter FOR EACH ROW
  WHEN (OLD.word_count <> NEW.word_count OR (OLD.archived_at IS NULL) <> (NEW.archived_at IS NULL)) EXECUTE FUNCTION note_chapter_day();
