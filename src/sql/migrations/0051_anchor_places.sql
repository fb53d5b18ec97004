-- Places as columns: a save that moves anchors writes where they start, and nothing else
-- (docs/decisions/0085-anchors.md). `lost` has the state of those that are not ok, with the length and the first characters of
-- their words.
ALTER TABLE chapter_anchor
  ADD COLUMN ids text[] COLLATE "C" NOT NULL DEFAULT '{}',
  ADD COLUMN starts integer[] NOT NULL DEFAULT '{}',
  ADD COLUMN lengths integer[] NOT NULL DEFAULT '{}',
  ADD COLUMN lost jsonb NOT NULL DEFAULT '{}';
UPDATE chapter_anchor a SET ids = p.ids, starts = p.starts, lengths = p.lengths, lost = coalesce(p.lost, '{}')
FROM chapter_anchor c CROSS JOIN LATERAL (
  SELECT array_agg(e->>'id' ORDER BY at) AS ids, array_agg((e->>'start')::int ORDER BY at) AS starts,
    array_agg((e->>'end')::int - (e->>'start')::int ORDER BY at) AS lengths,
    jsonb_object_agg(e->>'id', e - 'id' - 'start' - 'end') FILTER (WHERE e->>'state' <> 'ok') AS lost
  FROM jsonb_array_elements(c.places) WITH ORDINALITY AS x (e, at)
) p
WHERE a.account_id = c.account_id AND a.chapter_id = c.chapter_id AND c.places <> '[]';
ALTER TABLE chapter_anchor DROP COLUMN places, ALTER COLUMN starts SET STORAGE MAIN, SET (toast_tuple_target = 4080);
