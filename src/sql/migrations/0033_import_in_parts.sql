-- A book that is being imported counts as deleted before all time: every read that hides deleted books hides it, and none can be
-- restored from so long ago. The last transaction of the import clears both columns (docs/decisions/0052-import-in-parts.md).
ALTER TABLE book
  ADD COLUMN importing_at timestamptz(3),
  ADD CONSTRAINT book_is_hidden_while_importing CHECK (importing_at IS NULL OR deleted_at = '-infinity');
CREATE INDEX book_importing ON book (importing_at) WHERE importing_at IS NOT NULL;

-- Events of books that are being imported. The last transaction of the import moves them to the log.
CREATE TABLE held_event (
  account_id text COLLATE "C" NOT NULL,
  book_id text COLLATE "C" NOT NULL,
  seq bigint GENERATED ALWAYS AS IDENTITY,
  type text NOT NULL,
  subject_ids text[] NOT NULL,
  version integer,
  PRIMARY KEY (account_id, book_id, seq),
  FOREIGN KEY (account_id, book_id) REFERENCES book (account_id, id) ON DELETE CASCADE
);

CREATE FUNCTION hold_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO held_event (account_id, book_id, type, subject_ids, version)
  VALUES (NEW.account_id, NEW.book_id, NEW.type, NEW.subject_ids, NEW.version);
  RETURN NULL;
END $$;
-- The transactions of an import set `fabula.importing` (src/domain/port/save.ts).
CREATE TRIGGER event_hold BEFORE INSERT ON event FOR EACH ROW
  WHEN (current_setting('fabula.importing', true) = 'on') EXECUTE FUNCTION hold_event();

-- A long text is indexed in slices, each in a transaction of its own.
DROP TRIGGER search_follow ON chapter_text;
CREATE TRIGGER search_follow_insert AFTER INSERT ON chapter_text FOR EACH ROW
  WHEN (current_setting('fabula.importing', true) IS DISTINCT FROM 'on') EXECUTE FUNCTION search_follow_text();
CREATE TRIGGER search_follow AFTER UPDATE OF head, middle, tail ON chapter_text FOR EACH ROW EXECUTE FUNCTION search_follow_text();

-- Indexes some thousands of characters of a new text: the passages that search_split numbers `first` to `first + count - 1`. The
-- passage before begins the slice and the one behind ends it, because each ends where the next one begins.
CREATE FUNCTION search_put_slice(account text, book text, chapter text, first integer, count integer) RETURNS void LANGUAGE plpgsql SET jit = off AS $$
DECLARE
  configuration regconfig := (SELECT search_configuration(b.language) FROM book b WHERE b.account_id = account AND b.id = book);
  slice text := (
    SELECT substr(t.body, greatest(first - 1, 0) * 1000 + 1, (count + 2) * 1000)
    FROM chapter_text t WHERE t.account_id = account AND t.chapter_id = chapter);
  skipped integer := least(first, 1);
BEGIN
  INSERT INTO search_passage (account_id, book_id, record_id, field, no, kind, length, body, vector)
  SELECT account, book, chapter, 'content', (first - skipped + s.no) * 1000, 'prose', length(s.passage), s.passage, search_vector(configuration, book, s.passage)
  FROM search_split(slice) s WHERE s.no >= skipped AND s.no < skipped + count;
END $$;
