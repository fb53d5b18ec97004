-- A recap has two parts: what happened (`events`) and where everybody stands (`state`). The author can write it as well as a model.
ALTER TABLE chapter_recap RENAME COLUMN body TO events;
-- The size of a row is counted by the names of its columns.
UPDATE storage_source SET size = replace(size, '.body', '.events') WHERE source = 'chapter_recap';

-- `revision_id` is the text that it was made from, with this many words. `fresh_revision_id` is the text for which it still holds:
-- a small edit carries it along. The words edited so far are `edited_words` and those at the place of the last edit, which has
-- replaced `place_was` words by `place_is` words between the UTF-16 offsets `place_from` and `place_to`.
ALTER TABLE chapter_recap
  ADD COLUMN state text NOT NULL DEFAULT '',
  ADD COLUMN origin text COLLATE "C" NOT NULL DEFAULT 'model',
  ADD COLUMN fresh_revision_id text COLLATE "C",
  ADD COLUMN words integer NOT NULL DEFAULT 0,
  ADD COLUMN edited_words integer NOT NULL DEFAULT 0,
  ADD COLUMN place_from integer NOT NULL DEFAULT 0,
  ADD COLUMN place_to integer NOT NULL DEFAULT -1,
  ADD COLUMN place_was integer NOT NULL DEFAULT 0,
  ADD COLUMN place_is integer NOT NULL DEFAULT 0,
  ADD COLUMN version integer NOT NULL DEFAULT 1,
  ADD COLUMN updated_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  ALTER COLUMN model DROP NOT NULL;
UPDATE chapter_recap p SET fresh_revision_id = p.revision_id, updated_at = p.created_at, words = c.word_count
FROM chapter c WHERE c.account_id = p.account_id AND c.id = p.chapter_id;
ALTER TABLE chapter_recap ALTER COLUMN fresh_revision_id SET NOT NULL;

CREATE FUNCTION log_recap_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO event (account_id, type, book_id, subject_ids)
  SELECT c.account_id, 'recap.updated', c.book_id, ARRAY[c.id] FROM chapter c WHERE c.account_id = NEW.account_id AND c.id = NEW.chapter_id;
  RETURN NULL;
END $$;
CREATE TRIGGER recap_made AFTER INSERT ON chapter_recap FOR EACH ROW EXECUTE FUNCTION log_recap_changed();
CREATE TRIGGER recap_changed AFTER UPDATE ON chapter_recap FOR EACH ROW WHEN (OLD.version <> NEW.version) EXECUTE FUNCTION log_recap_changed();
