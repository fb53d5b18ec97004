-- What a chapter sounds like: an MP3 of one text of it. Its row is there from the beginning of the run that makes it, and is
-- whole in the transaction in which that run completes; nobody reads it before.
CREATE TABLE narration (
  account_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  chapter_id text COLLATE "C" NOT NULL,
  -- What is spoken: this text, under this title.
  revision_id text COLLATE "C" NOT NULL,
  title text NOT NULL,
  voice text NOT NULL,
  model text NOT NULL,
  run_id text COLLATE "C" NOT NULL,
  duration_ms integer,
  size_bytes integer,
  sha256 text COLLATE "C",
  -- Null while it is not whole.
  completed_at timestamptz(3),
  PRIMARY KEY (account_id, id),
  FOREIGN KEY (account_id, chapter_id) REFERENCES chapter (account_id, id) ON DELETE CASCADE,
  FOREIGN KEY (account_id, run_id) REFERENCES run (account_id, id) ON DELETE CASCADE
);
CREATE INDEX narration_of_chapter ON narration (account_id, chapter_id, id DESC);
CREATE INDEX narration_of_revision ON narration (account_id, revision_id, id DESC);

-- Its bytes, 256 KiB a piece but for the last, so that a range of them is read without the rest. MP3 does not get smaller.
CREATE TABLE narration_piece (
  account_id text COLLATE "C" NOT NULL,
  narration_id text COLLATE "C" NOT NULL,
  seq integer NOT NULL,
  bytes bytea NOT NULL,
  PRIMARY KEY (account_id, narration_id, seq),
  FOREIGN KEY (account_id, narration_id) REFERENCES narration (account_id, id) ON DELETE CASCADE
);
ALTER TABLE narration_piece ALTER COLUMN bytes SET STORAGE EXTERNAL;

-- One narration of a chapter at a time, beside whoever writes it.
CREATE UNIQUE INDEX run_one_narration ON run (account_id, chapter_id) WHERE state = 'running' AND kind = 'narrate';
CREATE INDEX run_narrating ON run (account_id, chapter_id, id DESC) WHERE kind = 'narrate';

-- What was spoken before, so that after an edit only the changed paragraphs are spoken again. An account's own.
CREATE TABLE speech_segment (
  account_id text COLLATE "C" NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  -- SHA-256 of model, voice and text.
  hash text COLLATE "C" NOT NULL,
  last_used_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (account_id, hash)
);
CREATE INDEX speech_segment_unused ON speech_segment (last_used_at);

-- Its samples, packed, ten seconds a piece but for the last.
CREATE TABLE speech_piece (
  account_id text COLLATE "C" NOT NULL,
  hash text COLLATE "C" NOT NULL,
  seq integer NOT NULL,
  bytes bytea NOT NULL,
  PRIMARY KEY (account_id, hash, seq),
  FOREIGN KEY (account_id, hash) REFERENCES speech_segment (account_id, hash) ON DELETE CASCADE
);
ALTER TABLE speech_piece ALTER COLUMN bytes SET STORAGE EXTERNAL;

CREATE FUNCTION log_narration() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO event (account_id, type, book_id, subject_ids, version)
  SELECT c.account_id, 'chapter.narrated', c.book_id, ARRAY[c.id, NEW.run_id], c.version
  FROM chapter c WHERE c.account_id = NEW.account_id AND c.id = NEW.chapter_id;
  RETURN NULL;
END $$;
CREATE TRIGGER narration_completed AFTER UPDATE OF completed_at ON narration FOR EACH ROW WHEN (OLD.completed_at IS NULL AND NEW.completed_at IS NOT NULL) EXECUTE FUNCTION log_narration();
