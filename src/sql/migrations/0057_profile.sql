-- What a model proposes that a book is, from its recaps: premise, genre, audience, tone, viewpoint, tense and cast. Nothing is set by itself.
CREATE TABLE book_profile (
  account_id text COLLATE "C" NOT NULL,
  book_id text COLLATE "C" NOT NULL,
  proposed jsonb NOT NULL,
  -- Chapters with a recap that it was made from.
  chapters integer NOT NULL,
  model text COLLATE "C" NOT NULL,
  run_id text COLLATE "C" NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (account_id, book_id),
  FOREIGN KEY (account_id, book_id) REFERENCES book (account_id, id) ON DELETE CASCADE
);

CREATE FUNCTION log_profile_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO event (account_id, type, book_id, subject_ids) VALUES (NEW.account_id, 'profile.updated', NEW.book_id, ARRAY[NEW.book_id]);
  RETURN NULL;
END $$;
CREATE TRIGGER profile_made AFTER INSERT OR UPDATE ON book_profile FOR EACH ROW EXECUTE FUNCTION log_profile_changed();
