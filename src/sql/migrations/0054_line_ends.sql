-- Stored text has one kind of line end, `\n`, as text that comes in from now on (domain/shapes.ts). What it means stays the same:
-- no revision is made, anchors keep their words, and no chapter becomes stale.

CREATE FUNCTION pg_temp.one_line_end(body text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT replace(replace(body, E'\r\n', E'\n'), E'\r', E'\n')
$$;
CREATE FUNCTION pg_temp.one_line_end(bodies text[]) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT array_agg(pg_temp.one_line_end(body) ORDER BY at) FROM unnest(bodies) WITH ORDINALITY AS all_of (body, at)
$$;
CREATE FUNCTION pg_temp.one_line_end(written jsonb) RETURNS jsonb LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN CASE jsonb_typeof(written)
    WHEN 'string' THEN to_jsonb(pg_temp.one_line_end(written#>>'{}'))
    WHEN 'array' THEN (SELECT coalesce(jsonb_agg(pg_temp.one_line_end(one) ORDER BY at), '[]')
      FROM jsonb_array_elements(written) WITH ORDINALITY AS all_of (one, at))
    WHEN 'object' THEN (SELECT coalesce(jsonb_object_agg(name, pg_temp.one_line_end(one)), '{}') FROM jsonb_each(written) AS all_of (name, one))
    ELSE written END;
END $$;

-- The place, in code points, that a place of a text has after it: the `\r` of each pair before it goes.
CREATE FUNCTION pg_temp.place_after(body text, place integer) RETURNS integer LANGUAGE sql IMMUTABLE AS $$
  SELECT place - (length(reached) - length(replace(reached, E'\r\n', E'\n')))
  FROM (SELECT left(body, place + 1) AS reached) AS beginning
$$;

-- Anchors before their texts. `lost` counts the words of an anchor in UTF-16 units, which pairs of line ends change as code points.
UPDATE chapter_anchor c SET (starts, lengths) = (
  SELECT coalesce(array_agg(p.first ORDER BY p.at), '{}'), coalesce(array_agg(p.behind - p.first ORDER BY p.at), '{}')
  FROM (
    SELECT a.at, pg_temp.place_after(t.body, a.place) AS first, pg_temp.place_after(t.body, a.place + a.extent) AS behind
    FROM unnest(c.starts, c.lengths) WITH ORDINALITY AS a (place, extent, at)
  ) AS p
)
FROM chapter_text t
WHERE t.account_id = c.account_id AND t.chapter_id = c.chapter_id AND strpos(t.body, E'\r') > 0;

UPDATE chapter_anchor c SET lost = c.lost || f.found
FROM (
  SELECT a.account_id, a.chapter_id, jsonb_object_agg(a.id, (l.lost->a.id) || jsonb_strip_nulls(jsonb_build_object(
    'length', (l.lost->a.id->>'length')::int - (length(a.exact) - length(replace(a.exact, E'\r\n', E'\n'))),
    'begins', pg_temp.one_line_end(l.lost->a.id->>'begins')))) AS found
  FROM anchor a JOIN chapter_anchor l ON l.account_id = a.account_id AND l.chapter_id = a.chapter_id
  WHERE l.lost ? a.id AND strpos(a.exact, E'\r') > 0
  GROUP BY a.account_id, a.chapter_id
) AS f
WHERE f.account_id = c.account_id AND f.chapter_id = c.chapter_id;

UPDATE anchor a SET place_start = pg_temp.place_after(t.body, a.place_start), place_end = pg_temp.place_after(t.body, a.place_end)
FROM (
  SELECT account_id, id, body FROM chapter_revision UNION ALL SELECT t.account_id, t.revision_id, t.body FROM chapter_text t
) AS t
WHERE t.account_id = a.account_id AND t.id = a.revision_id AND a.place_start IS NOT NULL AND strpos(t.body, E'\r') > 0;

UPDATE anchor SET exact = pg_temp.one_line_end(exact), prefix = pg_temp.one_line_end(prefix), suffix = pg_temp.one_line_end(suffix)
WHERE strpos(exact || prefix || suffix, E'\r') > 0;

-- Fields that chapters are written from, each with its number among those of its kind: their prints are in `built_from`, and a
-- print of the former line ends becomes one of the new ones (domain/staleness/inputs.ts).
CREATE TEMP TABLE fresh_print (account_id text, kind text, id text, at integer, former text, fresh text) ON COMMIT DROP;

CREATE FUNCTION pg_temp.print_of(field anyelement) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  -- What trim() takes for blank.
  blank text := E'[\t\n\v\f\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+';
  said json := CASE WHEN pg_typeof(field) = 'text'::regtype
    THEN to_json(regexp_replace(field::text, format('^%1$s|%1$s$', blank), '', 'g')) ELSE to_json(field) END;
BEGIN
  RETURN left(translate(encode(sha256(convert_to(said::text, 'UTF8')), 'base64'), '+/', '-_'), 4);
END $$;

DO $$
DECLARE
  input record;
BEGIN
  FOR input IN SELECT * FROM (VALUES
    ('book', 'book', 'id', 0, 'title'), ('book', 'book', 'id', 1, 'premise'), ('book', 'book', 'id', 3, 'genre'),
    ('book', 'book', 'id', 4, 'audience'), ('book', 'book', 'id', 5, 'tone_style'),
    ('plan', 'book', 'id', 0, 'theme_statement'), ('plan', 'book', 'id', 1, 'reader_promise'), ('plan', 'book', 'id', 2, 'comp_authors'),
    ('plan', 'book', 'id', 4, 'pov_lock'), ('plan', 'book', 'id', 5, 'tense_lock'),
    ('style', 'book_style', 'book_id', 0, 'style_guide'), ('style', 'book_style', 'book_id', 1, 'style_sample'),
    ('style', 'book_style', 'book_id', 2, 'avoid'),
    ('chapter', 'chapter', 'id', 0, 'title'), ('chapter', 'chapter', 'id', 1, 'summary'), ('chapter', 'chapter', 'id', 2, 'notes'),
    ('chapter', 'chapter', 'id', 6, 'tense'), ('outline', 'chapter', 'id', 0, 'title'), ('outline', 'chapter', 'id', 1, 'summary'),
    ('character', 'character', 'id', 0, 'name'), ('character', 'character', 'id', 1, 'aliases'), ('character', 'character', 'id', 2, 'role'),
    ('character', 'character', 'id', 3, 'bio'), ('character', 'character', 'id', 4, 'voice_profile'), ('character', 'character', 'id', 5, 'want'),
    ('character', 'character', 'id', 6, 'fear'), ('character', 'character', 'id', 7, 'lie'),
    ('conflict', 'conflict', 'id', 4, 'description'), ('conflict', 'conflict', 'id', 5, 'stakes'), ('conflict', 'conflict', 'id', 6, 'connection'),
    ('mood', 'mood_reference', 'id', 1, 'title'), ('mood', 'mood_reference', 'id', 2, 'note')
  ) AS known (kind, source, key, at, field)
  LOOP
    EXECUTE format($made$INSERT INTO fresh_print
      SELECT account_id, %1$L, %2$I, %3$s, pg_temp.print_of(%4$I), pg_temp.print_of(pg_temp.one_line_end(%4$I))
      FROM %5$I WHERE strpos(%4$I::text, E'\r') > 0$made$, input.kind, input.key, input.at, input.field, input.source);
  END LOOP;
END $$;

CREATE FUNCTION pg_temp.reprinted(account text, built jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  one fresh_print;
  prints text;
BEGIN
  FOR one IN SELECT f.* FROM fresh_print f WHERE f.account_id = account AND built->f.kind ? f.id LOOP
    prints := built#>>ARRAY[one.kind, one.id, '2'];
    IF substr(prints, one.at * 4 + 1, 4) = one.former THEN
      built := jsonb_set(built, ARRAY[one.kind, one.id, '2'], to_jsonb(overlay(prints PLACING one.fresh FROM one.at * 4 + 1 FOR 4)));
    END IF;
  END LOOP;
  RETURN built;
END $$;

DO $$
DECLARE
  source text;
BEGIN
  FOREACH source IN ARRAY ARRAY['chapter_text', 'chapter_revision', 'run'] LOOP
    EXECUTE format('UPDATE %I t SET built_from = pg_temp.reprinted(t.account_id, t.built_from)
      WHERE EXISTS (SELECT FROM fresh_print f WHERE f.account_id = t.account_id AND t.built_from->f.kind ? f.id)', source);
  END LOOP;
END $$;

-- A pair can be cut by the ends of the parts.
UPDATE chapter_text t SET head = pg_temp.one_line_end(t.body), middle = '', tail = '' WHERE strpos(t.body, E'\r') > 0;

DO $$
DECLARE
  stored record;
BEGIN
  FOR stored IN SELECT * FROM (VALUES
      ('account', 'name'), ('book', 'title'), ('book', 'subtitle'), ('book', 'premise'), ('book', 'author'), ('book', 'description'),
      ('book', 'genre'), ('book', 'audience'), ('book', 'tone_style'), ('book', 'theme_statement'), ('book', 'reader_promise'),
      ('book', 'comp_authors'), ('book', 'pov_lock'), ('book', 'tense_lock'),
      ('book_style', 'style_guide'), ('book_style', 'style_sample'), ('book_style', 'avoid'),
      ('chapter', 'title'), ('chapter', 'summary'), ('chapter', 'notes'), ('chapter', 'tense'),
      ('chapter_arc', 'events'), ('chapter_arc', 'state'), ('chapter_recap', 'events'), ('chapter_recap', 'state'),
      ('chapter_recap_suggestion', 'events'), ('chapter_recap_suggestion', 'state'), ('chapter_revision', 'body'),
      ('character', 'name'), ('character', 'aliases'), ('character', 'role'), ('character', 'bio'), ('character', 'voice_profile'),
      ('character', 'want'), ('character', 'fear'), ('character', 'lie'),
      ('conflict', 'description'), ('conflict', 'stakes'), ('conflict', 'connection'), ('cover', 'prompt'),
      ('lint_waiver', 'reason'), ('mood_reference', 'title'), ('mood_reference', 'note'), ('narration', 'title'), ('note', 'body'),
      ('outline_variant', 'title'), ('outline_variant', 'instructions'), ('proposal', 'replacement'), ('proposal', 'alternatives'),
      ('proposal', 'reason'), ('proposal', 'decision_reason'), ('proposal_set', 'title'), ('publication', 'title'),
      ('publication', 'subtitle'), ('publication', 'author'), ('publication', 'description'), ('publication_chapter', 'title'),
      ('publication_chapter', 'body'), ('run', 'draft'), ('token', 'name')
  ) AS known (source, field)
  LOOP
    EXECUTE format($made$UPDATE %1$I SET %2$I = pg_temp.one_line_end(%2$I) WHERE strpos(%2$I::text, E'\r') > 0$made$,
      stored.source, stored.field);
  END LOOP;
END $$;
UPDATE outline_variant SET chapters = pg_temp.one_line_end(chapters) WHERE strpos(chapters::text, '\r') > 0;

DROP FUNCTION pg_temp.one_line_end(text), pg_temp.one_line_end(text[]), pg_temp.one_line_end(jsonb), pg_temp.print_of(anyelement),
  pg_temp.place_after(text, integer), pg_temp.reprinted(text, jsonb);
