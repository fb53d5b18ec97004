-- A picture for the front of a book: a model's, or the author's own.
CREATE TABLE cover (
  account_id text COLLATE "C" NOT NULL,
  book_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  -- Generated pictures have no lettering, so the title is set below them; an author's own is used as it is.
  origin text NOT NULL,
  media_type text NOT NULL,
  bytes bytea NOT NULL,
  width integer NOT NULL,
  height integer NOT NULL,
  sha256 text NOT NULL,
  -- What the author asked for; null where the picture was made from the book.
  prompt text,
  model text,
  run_id text COLLATE "C",
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (account_id, id),
  FOREIGN KEY (account_id, book_id) REFERENCES book (account_id, id) ON DELETE CASCADE
);
CREATE INDEX cover_of_book ON cover (account_id, book_id, id);
-- Pictures are compressed already.
ALTER TABLE cover ALTER COLUMN bytes SET STORAGE EXTERNAL;

-- The picture that is the book's cover; null for the drawn one.
ALTER TABLE book ADD COLUMN cover_id text COLLATE "C";
ALTER TABLE book ADD FOREIGN KEY (account_id, cover_id) REFERENCES cover (account_id, id) ON DELETE SET NULL (cover_id);

CREATE UNIQUE INDEX run_one_of_cover ON run (account_id, book_id) WHERE state = 'running' AND kind = 'cover';

CREATE FUNCTION log_cover() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  made cover := coalesce(NEW, OLD);
BEGIN
  INSERT INTO event (account_id, type, book_id, subject_ids)
  SELECT made.account_id, TG_ARGV[0], made.book_id, ARRAY[made.id]
  FROM book b WHERE b.account_id = made.account_id AND b.id = made.book_id;
  RETURN NULL;
END $$;
CREATE TRIGGER cover_created AFTER INSERT ON cover FOR EACH ROW EXECUTE FUNCTION log_cover('cover.created');
CREATE TRIGGER cover_deleted AFTER DELETE ON cover FOR EACH ROW EXECUTE FUNCTION log_cover('cover.deleted');

CREATE FUNCTION log_cover_chosen() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO event (account_id, type, book_id, subject_ids)
  VALUES (NEW.account_id, 'cover.chosen', NEW.id, array_remove(ARRAY[NEW.cover_id], NULL));
  RETURN NULL;
END $$;
CREATE TRIGGER cover_chosen AFTER UPDATE OF cover_id ON book FOR EACH ROW WHEN (OLD.cover_id IS DISTINCT FROM NEW.cover_id) EXECUTE FUNCTION log_cover_chosen();
