-- A chapter that is to be narrated with its book. It is wanted until it has been spoken, and stays where that failed.
CREATE TABLE narration_order (
  account_id text COLLATE "C" NOT NULL,
  chapter_id text COLLATE "C" NOT NULL,
  book_id text COLLATE "C" NOT NULL,
  -- What its job knows it by: a chapter that is asked for again has another one, so that an old job does nothing.
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  -- Null for the usual one.
  voice text,
  -- Those since something of it was last spoken.
  tries integer NOT NULL DEFAULT 0,
  -- Which life of which node works on it, and at which job.
  holder text,
  job_id uuid,
  -- When it is tried next, where it waits.
  due_at timestamptz(3),
  -- Of the last try.
  run_id text,
  failed_at timestamptz(3),
  error_code text,
  error_message text,
  PRIMARY KEY (account_id, chapter_id),
  FOREIGN KEY (account_id, chapter_id) REFERENCES chapter (account_id, id) ON DELETE CASCADE
);
CREATE INDEX narration_order_of_book ON narration_order (account_id, book_id);

CREATE FUNCTION log_narration_order() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed narration_order := coalesce(NEW, OLD);
BEGIN
  INSERT INTO event (account_id, type, book_id, subject_ids)
  SELECT changed.account_id, 'narration.updated', changed.book_id, ARRAY[changed.chapter_id]
  FROM book b WHERE b.account_id = changed.account_id AND b.id = changed.book_id;
  RETURN NULL;
END $$;
CREATE TRIGGER narration_order_made AFTER INSERT OR DELETE ON narration_order FOR EACH ROW EXECUTE FUNCTION log_narration_order();
CREATE TRIGGER narration_order_changed AFTER UPDATE ON narration_order FOR EACH ROW
  WHEN (OLD.failed_at IS DISTINCT FROM NEW.failed_at OR OLD.due_at IS DISTINCT FROM NEW.due_at) EXECUTE FUNCTION log_narration_order();
