-- A UUIDv7 (RFC 9562) of a moment, to the millisecond.
CREATE FUNCTION event_id(at timestamptz) RETURNS uuid LANGUAGE sql VOLATILE AS $$
  SELECT (lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || '7' || right(replace(gen_random_uuid()::text, '-', ''), 19))::uuid
$$;

-- What has changed, written by triggers in the transaction of the change itself. Without foreign keys: an event outlives its
-- subjects, and checking its account would lock that row with every change.
CREATE TABLE event (
  account_id text COLLATE "C" NOT NULL,
  -- Tells the time too.
  id uuid PRIMARY KEY DEFAULT event_id(clock_timestamp()),
  -- Events are ordered by (tx, seq) and read once every transaction up to theirs has ended: who has read so far has missed nothing.
  tx xid8 NOT NULL DEFAULT pg_current_xact_id(),
  seq bigint GENERATED ALWAYS AS IDENTITY,
  type text NOT NULL,
  book_id text COLLATE "C" NOT NULL,
  -- What in the book it is about; the prefix of an id says what that is.
  subject_ids text[] NOT NULL,
  version integer
);
CREATE INDEX event_in_order ON event (account_id, tx, seq);

-- Wakes whoever watches those books; where a transaction says the same twice, PostgreSQL passes it on once.
CREATE FUNCTION announce_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('fabula_book_changed', account_id || '/' || book_id) FROM (SELECT DISTINCT account_id, book_id FROM made) books;
  RETURN NULL;
END $$;
CREATE TRIGGER event_announce AFTER INSERT ON event REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION announce_events();

-- Records with an id and a version of their own, of which every written row is a change. What goes with its book goes unsaid.
CREATE FUNCTION log_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO event (account_id, type, book_id, subject_ids, version)
  SELECT c.account_id, TG_ARGV[0], c.book_id, ARRAY[c.id], c.version
  FROM changed c JOIN book b ON b.account_id = c.account_id AND b.id = c.book_id ORDER BY c.id;
  RETURN NULL;
END $$;
CREATE TRIGGER character_created AFTER INSERT ON character REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_changed('character.created');
CREATE TRIGGER character_updated AFTER UPDATE ON character REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_changed('character.updated');
CREATE TRIGGER character_deleted AFTER DELETE ON character REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_changed('character.deleted');
CREATE TRIGGER conflict_created AFTER INSERT ON conflict REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_changed('conflict.created');
CREATE TRIGGER conflict_updated AFTER UPDATE ON conflict REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_changed('conflict.updated');
CREATE TRIGGER conflict_deleted AFTER DELETE ON conflict REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_changed('conflict.deleted');
CREATE TRIGGER mood_reference_created AFTER INSERT ON mood_reference REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_changed('mood_reference.created');
CREATE TRIGGER mood_reference_updated AFTER UPDATE ON mood_reference REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_changed('mood_reference.updated');
CREATE TRIGGER mood_reference_deleted AFTER DELETE ON mood_reference REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_changed('mood_reference.deleted');
CREATE TRIGGER chapter_created AFTER INSERT ON chapter REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_changed('chapter.created');

-- A book that is deleted, restored or published says so and nothing else. Its plan is in its row, and has a version of its own.
CREATE FUNCTION log_book_created() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO event (account_id, type, book_id, subject_ids, version) SELECT account_id, 'book.created', id, '{}', version FROM made;
  RETURN NULL;
END $$;
CREATE TRIGGER book_created AFTER INSERT ON book REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION log_book_created();

CREATE FUNCTION log_book_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO event (account_id, type, book_id, subject_ids, version)
  SELECT n.account_id, said.type, n.id, '{}', said.version
  FROM new_rows n JOIN old_rows o ON o.account_id = n.account_id AND o.id = n.id
  CROSS JOIN LATERAL (
    SELECT CASE
        WHEN o.deleted_at IS NULL AND n.deleted_at IS NOT NULL THEN 'book.deleted'
        WHEN o.deleted_at IS NOT NULL AND n.deleted_at IS NULL THEN 'book.restored'
        WHEN n.published_at IS NOT NULL AND o.published_at IS DISTINCT FROM n.published_at THEN 'book.published'
        WHEN n.published_at IS NULL AND o.published_at IS NOT NULL THEN 'book.unpublished'
        WHEN o.version <> n.version THEN 'book.updated'
      END AS type, n.version
    UNION ALL SELECT 'plan.updated', n.plan_version WHERE o.plan_version <> n.plan_version
  ) said
  WHERE said.type IS NOT NULL ORDER BY n.id;
  RETURN NULL;
END $$;
CREATE TRIGGER book_changed AFTER UPDATE ON book REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION log_book_changed();

CREATE FUNCTION log_chapter_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO event (account_id, type, book_id, subject_ids, version)
  SELECT n.account_id, said.type, n.book_id, ARRAY[n.id], said.version
  FROM new_rows n JOIN old_rows o ON o.account_id = n.account_id AND o.id = n.id
  CROSS JOIN LATERAL (
    -- A text that goes without another in its place.
    SELECT 'text.updated' AS type, NULL::integer AS version WHERE o.text_status <> 'empty' AND n.text_status = 'empty'
    UNION ALL SELECT CASE
        WHEN o.archived_at IS NULL AND n.archived_at IS NOT NULL THEN 'chapter.archived'
        WHEN o.archived_at IS NOT NULL AND n.archived_at IS NULL THEN 'chapter.restored'
        WHEN o.position <> n.position THEN 'chapter.moved'
        WHEN o.version <> n.version THEN 'chapter.updated'
      END, n.version
  ) said
  WHERE said.type IS NOT NULL ORDER BY n.position, n.id;
  RETURN NULL;
END $$;
CREATE TRIGGER chapter_changed AFTER UPDATE ON chapter REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION log_chapter_changed();

CREATE FUNCTION log_text_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO event (account_id, type, book_id, subject_ids)
  SELECT c.account_id, 'text.updated', c.book_id, ARRAY[c.id]
  FROM made m JOIN chapter c ON c.account_id = m.account_id AND c.id = m.chapter_id;
  RETURN NULL;
END $$;
CREATE TRIGGER chapter_text_made AFTER INSERT ON chapter_text REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION log_text_changed();
CREATE TRIGGER chapter_text_grown AFTER UPDATE ON chapter_text REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION log_text_changed();

-- Row by row, so that renewing a lease fires nothing. What a run has written is in the chapter before the run ends.
CREATE FUNCTION log_run() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO event (account_id, type, book_id, subject_ids, version)
  SELECT NEW.account_id, 'chapter.completed', NEW.book_id, ARRAY[c.id, NEW.id], c.version
  FROM chapter c
  WHERE c.account_id = NEW.account_id AND c.id = NEW.chapter_id AND c.text_status = 'complete' AND NEW.state = 'completed' AND NEW.kind IN ('write', 'rewrite')
  UNION ALL
  SELECT NEW.account_id, 'run.' || CASE NEW.state WHEN 'running' THEN 'started' ELSE NEW.state END, NEW.book_id,
    array_remove(ARRAY[NEW.id, NEW.chapter_id, NEW.subject_id], NULL), NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER run_started AFTER INSERT ON run FOR EACH ROW EXECUTE FUNCTION log_run();
CREATE TRIGGER run_ended AFTER UPDATE OF state ON run FOR EACH ROW WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION log_run();

CREATE FUNCTION log_variant() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  variant outline_variant := coalesce(NEW, OLD);
BEGIN
  INSERT INTO event (account_id, type, book_id, subject_ids)
  SELECT variant.account_id, TG_ARGV[0], variant.book_id, ARRAY[variant.id]
  FROM book b WHERE b.account_id = variant.account_id AND b.id = variant.book_id;
  RETURN NULL;
END $$;
CREATE TRIGGER outline_variant_created AFTER INSERT ON outline_variant FOR EACH ROW EXECUTE FUNCTION log_variant('outline_variant.created');
CREATE TRIGGER outline_variant_graded AFTER UPDATE OF grade ON outline_variant FOR EACH ROW WHEN (OLD.grade IS DISTINCT FROM NEW.grade) EXECUTE FUNCTION log_variant('outline_variant.graded');
CREATE TRIGGER outline_variant_adopted AFTER UPDATE OF adopted_at ON outline_variant FOR EACH ROW WHEN (OLD.adopted_at IS DISTINCT FROM NEW.adopted_at) EXECUTE FUNCTION log_variant('outline_variant.adopted');
CREATE TRIGGER outline_variant_deleted AFTER DELETE ON outline_variant FOR EACH ROW EXECUTE FUNCTION log_variant('outline_variant.deleted');
