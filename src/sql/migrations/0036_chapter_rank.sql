-- A chapter has a rank instead of its place: a number between those of its neighbours, so a move writes one row
-- (docs/decisions/0058-chapters-have-ranks.md). Places are counted on read. An archived chapter keeps the place that it had.
ALTER TABLE chapter RENAME COLUMN position TO rank;
DROP INDEX chapter_of_book;
ALTER TABLE chapter ALTER COLUMN rank TYPE double precision, ADD COLUMN archived_place integer;
CREATE INDEX chapter_of_book ON chapter (account_id, book_id, rank, id) INCLUDE (archived_at);

-- Ranks that are only spread out again leave places and versions alone, and are no event.
CREATE OR REPLACE FUNCTION log_chapter_changed() RETURNS trigger LANGUAGE plpgsql AS $$
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
        WHEN o.version = n.version THEN NULL
        WHEN o.rank <> n.rank THEN 'chapter.moved'
        ELSE 'chapter.updated'
      END, n.version
  ) said
  WHERE said.type IS NOT NULL ORDER BY n.rank, n.id;
  RETURN NULL;
END $$;

UPDATE chapter SET archived_place = rank WHERE archived_at IS NOT NULL;
