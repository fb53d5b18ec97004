-- The style of a book. A book without a row has the defaults, at version 1.
CREATE TABLE book_style (
  account_id text COLLATE "C" NOT NULL,
  book_id text COLLATE "C" NOT NULL,
  style_guide text,
  style_sample text,
  avoid text[] NOT NULL DEFAULT '{}',
  person_lock text CHECK (person_lock IN ('first', 'second', 'third')),
  prose_patterns boolean NOT NULL DEFAULT true,
  version integer NOT NULL DEFAULT 1,
  updated_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (account_id, book_id),
  FOREIGN KEY (account_id, book_id) REFERENCES book (account_id, id) ON DELETE CASCADE
);

-- The first change makes the row, and is an update of the record.
CREATE FUNCTION log_style_updated() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO event (account_id, type, book_id, subject_ids, version)
  VALUES (NEW.account_id, 'style.updated', NEW.book_id, '{}', NEW.version);
  RETURN NULL;
END $$;
CREATE TRIGGER style_updated AFTER INSERT OR UPDATE ON book_style FOR EACH ROW EXECUTE FUNCTION log_style_updated();
