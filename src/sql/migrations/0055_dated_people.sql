-- Since when somebody is dead or away, and names that begin with a chapter: `[{"is", "fromChapterId"}]`, `[{"text", "fromChapterId"}]`.
ALTER TABLE character ADD COLUMN status jsonb NOT NULL DEFAULT '[]', ADD COLUMN dated_aliases jsonb NOT NULL DEFAULT '[]';

-- What began with a chapter that is deleted for good: a status never began, and a name was always there.
CREATE FUNCTION forget_deleted_chapters() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE character p SET version = p.version + 1, updated_at = clock_timestamp(),
    status = (
      SELECT coalesce(jsonb_agg(s.one ORDER BY s.at), '[]') FROM jsonb_array_elements(p.status) WITH ORDINALITY AS s (one, at)
      WHERE NOT EXISTS (SELECT FROM gone g WHERE g.account_id = p.account_id AND g.id = s.one->>'fromChapterId')),
    dated_aliases = (
      SELECT coalesce(jsonb_agg(CASE WHEN g.id IS NULL THEN n.one ELSE n.one || '{"fromChapterId": null}' END ORDER BY n.at), '[]')
      FROM jsonb_array_elements(p.dated_aliases) WITH ORDINALITY AS n (one, at)
        LEFT JOIN gone g ON g.account_id = p.account_id AND g.id = n.one->>'fromChapterId')
  FROM gone c
  WHERE p.account_id = c.account_id AND p.book_id = c.book_id
    AND (p.status || p.dated_aliases) @> jsonb_build_array(jsonb_build_object('fromChapterId', c.id));
  RETURN NULL;
END $$;

CREATE TRIGGER chapter_forgotten AFTER DELETE ON chapter REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION forget_deleted_chapters();
