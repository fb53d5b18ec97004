-- An author and an agent can write the recap of ten chapters as well as a model.
ALTER TABLE chapter_arc
  ADD COLUMN origin text COLLATE "C" NOT NULL DEFAULT 'model',
  ADD COLUMN version integer NOT NULL DEFAULT 1,
  ADD COLUMN updated_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  ALTER COLUMN model DROP NOT NULL,
  ALTER COLUMN run_id DROP NOT NULL;
UPDATE chapter_arc SET updated_at = created_at;

CREATE FUNCTION log_arc_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO event (account_id, type, book_id, subject_ids)
  SELECT c.account_id, 'arc.updated', c.book_id, ARRAY[c.id] FROM chapter c WHERE c.account_id = NEW.account_id AND c.id = NEW.chapter_id;
  RETURN NULL;
END $$;
CREATE TRIGGER arc_made AFTER INSERT ON chapter_arc FOR EACH ROW EXECUTE FUNCTION log_arc_changed();
CREATE TRIGGER arc_changed AFTER UPDATE ON chapter_arc FOR EACH ROW WHEN (OLD.version <> NEW.version) EXECUTE FUNCTION log_arc_changed();
