-- What can be found, in passages, each with its words as the language of its book stems them. Triggers keep it: whatever writes a
-- text need not know of it. docs/contract.md, 11.

-- As the stemmers that are there, but without stop words: "to be or not to be" is a thing to look for.
DO $$
DECLARE
  language text;
BEGIN
  FOR language IN SELECT replace(dictname, '_stem', '') FROM pg_ts_dict WHERE dictnamespace = 'pg_catalog'::regnamespace AND dictname LIKE '%\_stem'
  LOOP
    EXECUTE format('CREATE TEXT SEARCH DICTIONARY search_%s (TEMPLATE = pg_catalog.snowball, LANGUAGE = %L)', language, language);
    EXECUTE format('CREATE TEXT SEARCH CONFIGURATION search_%s (COPY = pg_catalog.simple)', language);
    EXECUTE format('ALTER TEXT SEARCH CONFIGURATION search_%s ALTER MAPPING REPLACE pg_catalog.simple WITH search_%s', language, language);
  END LOOP;
END $$;

-- How the words of a BCP 47 tag are found: stemmed, as they are written, or, null, as parts of the text: where words are not
-- divided by blanks, or carry what English says with words before them.
CREATE FUNCTION search_configuration(tag text) RETURNS regconfig LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN split_part(lower(tag), '-', 1) = ANY ('{zh,cmn,yue,wuu,nan,hak,lzh,ja,ko,th,lo,km,my,bo,dz}') THEN NULL
    ELSE coalesce((
      SELECT c.oid::regconfig
      FROM (VALUES ('ar', 'arabic'), ('ca', 'catalan'), ('da', 'danish'), ('de', 'german'), ('el', 'greek'), ('en', 'english'),
        ('es', 'spanish'), ('et', 'estonian'), ('eu', 'basque'), ('fi', 'finnish'), ('fr', 'french'), ('ga', 'irish'), ('hi', 'hindi'),
        ('hu', 'hungarian'), ('hy', 'armenian'), ('id', 'indonesian'), ('it', 'italian'), ('lt', 'lithuanian'), ('nb', 'norwegian'),
        ('ne', 'nepali'), ('nl', 'dutch'), ('nn', 'norwegian'), ('no', 'norwegian'), ('pt', 'portuguese'), ('ro', 'romanian'),
        ('ru', 'russian'), ('sr', 'serbian'), ('sv', 'swedish'), ('ta', 'tamil'), ('tr', 'turkish'), ('yi', 'yiddish')) AS known (tag, language)
      JOIN pg_ts_config c ON c.cfgname = 'search_' || known.language AND pg_ts_config_is_visible(c.oid)
      WHERE known.tag = split_part(lower($1), '-', 1)
    ), 'pg_catalog.simple'::regconfig)
  END
$$;

-- The parser takes "and/or" for a file, "end.The" for a host and "<so>" for markup; without these signs they are words. Invisible
-- ones (soft hyphens, marks of direction, blanks without width) go, and an accent counts the same in either of its spellings.
CREATE FUNCTION search_clean(body text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN octet_length(words) = length(words) THEN words
    ELSE normalize(translate(words, U&'\00AD\200B\200E\200F\202A\202B\202C\202D\202E\2060\2066\2067\2068\2069\FEFF', ''), NFC) END
  FROM (SELECT translate(body, '<>/@_.:&~+-', '           ') AS words) AS plain
$$;

-- The book is a word of every passage of it, which no text can contain: so the index of words finds those of the book at once.
CREATE FUNCTION search_vector(configuration regconfig, book text, body text) RETURNS tsvector LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN configuration IS NULL THEN array_to_tsvector(ARRAY[book])
    ELSE to_tsvector(configuration, search_clean(body)) || array_to_tsvector(ARRAY[book]) END
$$;

-- Null where nothing of it is a word, or words are not told apart.
CREATE FUNCTION search_query(configuration regconfig, book text, phrase text, is_beginning boolean) RETURNS tsquery LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN numnode(words) > 0
    THEN quote_literal(book)::tsquery && CASE WHEN is_beginning THEN (words::text || ':*')::tsquery ELSE words END END
  FROM phraseto_tsquery(configuration, search_clean(phrase)) AS words
$$;

-- A text in passages that together are the text: each begins behind the first end of a paragraph after so many thousand characters,
-- so that a change moves few of them; where there is none within a thousand, behind a blank, or just there. The slabs are for the
-- time it takes: to find a character of a text, those before it are counted.
CREATE FUNCTION search_split(body text) RETURNS TABLE (no integer, passage text) LANGUAGE sql IMMUTABLE AS $$
  WITH slab AS MATERIALIZED (
    SELECT start, substr(body, start + 1, 20000) AS text FROM generate_series(0, greatest(length(body), 1) - 1, 20000) AS start
  ), piece AS MATERIALIZED (
    SELECT (start + at) / 1000 AS no, substr(text, at + 1, 1000) AS text FROM slab, generate_series(0, greatest(length(text), 1) - 1, 1000) AS at
  ), cut AS MATERIALIZED (
    SELECT no, text, CASE WHEN no = 0 THEN 0 WHEN strpos(text, E'\n') > 0 THEN strpos(text, E'\n') ELSE strpos(text, ' ') END AS at FROM piece
  ), joined AS (
    SELECT no, substr(text, at + 1) || coalesce(left(lead(text) OVER ascending, lead(at) OVER ascending), '') AS passage
    FROM cut WINDOW ascending AS (ORDER BY no)
  )
  SELECT no, passage FROM joined WHERE passage <> ''
$$;

-- Kept as it is: to unpack its words would take longer than to look through them.
CREATE TABLE search_passage (
  account_id text COLLATE "C" NOT NULL,
  book_id text COLLATE "C" NOT NULL,
  -- The chapter, character, conflict or mood reference; the book itself for its own texts and its plan.
  record_id text COLLATE "C" NOT NULL,
  field text COLLATE "C" NOT NULL,
  -- Ascending, with gaps. Where a passage begins is the length of those before it.
  no integer NOT NULL,
  kind text COLLATE "C" NOT NULL,
  -- Code points.
  length integer NOT NULL,
  body text NOT NULL,
  vector tsvector NOT NULL,
  PRIMARY KEY (account_id, book_id, record_id, field, no)
) WITH (toast_tuple_target = 8160);
-- Without the list of what is to be put in later, through which every search would have to look.
CREATE INDEX search_passage_words ON search_passage USING gin (vector) WITH (fastupdate = off);

-- Which columns are searched, as what, and what they are called outside.
CREATE FUNCTION search_fields(source text) RETURNS TABLE (kind text, field text, source_column text) LANGUAGE sql IMMUTABLE AS $$
  SELECT known.kind, known.field, known.source_column FROM (VALUES
    ('book', 'book', 'title', 'title'), ('book', 'book', 'subtitle', 'subtitle'), ('book', 'book', 'premise', 'premise'),
    ('book', 'book', 'description', 'description'),
    ('book', 'plan', 'themeStatement', 'theme_statement'), ('book', 'plan', 'readerPromise', 'reader_promise'), ('book', 'plan', 'compAuthors', 'comp_authors'),
    ('chapter', 'title', 'title', 'title'), ('chapter', 'summary', 'summary', 'summary'), ('chapter', 'notes', 'notes', 'notes'),
    ('character', 'character', 'name', 'name'), ('character', 'character', 'aliases', 'aliases'), ('character', 'character', 'role', 'role'),
    ('character', 'character', 'bio', 'bio'), ('character', 'character', 'voiceProfile', 'voice_profile'),
    ('character', 'character', 'want', 'want'), ('character', 'character', 'fear', 'fear'), ('character', 'character', 'lie', 'lie'),
    ('conflict', 'conflict', 'description', 'description'), ('conflict', 'conflict', 'stakes', 'stakes'), ('conflict', 'conflict', 'connection', 'connection'),
    ('mood_reference', 'mood', 'title', 'title'), ('mood_reference', 'mood', 'note', 'note')
  ) AS known (source, kind, field, source_column) WHERE known.source = $1
$$;

-- Puts the texts of a record in place of those it had. Passages that stayed as they were are not touched. To compile so short a
-- statement takes the server a hundred times as long as to run it.
CREATE FUNCTION search_put(account text, book text, record text, kinds text[], fields text[], bodies text[]) RETURNS void LANGUAGE plpgsql SET jit = off AS $$
DECLARE
  configuration regconfig := (SELECT search_configuration(b.language) FROM book b WHERE b.account_id = account AND b.id = book);
BEGIN
  -- Most texts are a passage each, and need not be split.
  IF 1000 >= ALL (SELECT length(body) FROM unnest(bodies) AS f (body) WHERE body IS NOT NULL) THEN
    DELETE FROM search_passage p USING unnest(fields, bodies) AS f (field, body)
    WHERE p.account_id = account AND p.book_id = book AND p.record_id = record AND p.field = f.field AND (p.no > 0 OR coalesce(f.body, '') = '');
    INSERT INTO search_passage AS p (account_id, book_id, record_id, field, no, kind, length, body, vector)
    SELECT account, book, record, f.field, 0, f.kind, length(f.body), f.body, search_vector(configuration, book, f.body)
    FROM unnest(kinds, fields, bodies) AS f (kind, field, body) WHERE f.body <> ''
    ON CONFLICT (account_id, book_id, record_id, field, no) DO UPDATE SET length = excluded.length, body = excluded.body, vector = excluded.vector;
    RETURN;
  END IF;
  WITH fresh AS MATERIALIZED (
    SELECT f.kind, f.field, s.no, s.passage FROM unnest(kinds, fields, bodies) AS f (kind, field, body), search_split(f.body) AS s
  ), gone AS (
    DELETE FROM search_passage p
    WHERE p.account_id = account AND p.book_id = book AND p.record_id = record AND p.field = ANY (fields)
      AND NOT EXISTS (SELECT FROM fresh f WHERE f.field = p.field AND f.no = p.no)
  )
  INSERT INTO search_passage AS p (account_id, book_id, record_id, field, no, kind, length, body, vector)
  SELECT account, book, record, f.field, f.no, f.kind, length(f.passage), f.passage, search_vector(configuration, book, f.passage)
  FROM fresh f
  LEFT JOIN search_passage o ON o.account_id = account AND o.book_id = book AND o.record_id = record AND o.field = f.field AND o.no = f.no
  WHERE o.body IS DISTINCT FROM f.passage
  ON CONFLICT (account_id, book_id, record_id, field, no) DO UPDATE SET length = excluded.length, body = excluded.body, vector = excluded.vector;
END $$;

-- The same for a row as JSON, of which some columns are known to be as they were.
CREATE FUNCTION search_put_row(source text, record jsonb, former jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  kinds text[];
  fields text[];
  bodies text[];
BEGIN
  SELECT array_agg(f.kind), array_agg(f.field), array_agg(CASE jsonb_typeof(record -> f.source_column)
    WHEN 'array' THEN (SELECT string_agg(item, E'\n' ORDER BY at) FROM jsonb_array_elements_text(record -> f.source_column) WITH ORDINALITY AS t (item, at))
    ELSE record ->> f.source_column END)
  INTO kinds, fields, bodies
  FROM search_fields(source) f WHERE former -> f.source_column IS DISTINCT FROM record -> f.source_column;
  IF fields IS NOT NULL THEN
    PERFORM search_put(record ->> 'account_id', coalesce(record ->> 'book_id', record ->> 'id'), record ->> 'id', kinds, fields, bodies);
  END IF;
END $$;

CREATE FUNCTION search_follow() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    DELETE FROM search_passage WHERE account_id = OLD.account_id AND book_id = coalesce(to_jsonb(OLD) ->> 'book_id', OLD.id) AND record_id = OLD.id;
  ELSIF TG_OP = 'UPDATE' THEN
    PERFORM search_put_row(TG_TABLE_NAME, to_jsonb(NEW), to_jsonb(OLD));
  ELSE
    PERFORM search_put_row(TG_TABLE_NAME, to_jsonb(NEW), NULL);
  END IF;
  RETURN NULL;
END $$;

DO $$
DECLARE
  source text;
BEGIN
  FOREACH source IN ARRAY ARRAY['book', 'chapter', 'character', 'conflict', 'mood_reference']
  LOOP
    EXECUTE format('CREATE TRIGGER search_follow AFTER INSERT OR DELETE OR UPDATE OF %s ON %I FOR EACH ROW EXECUTE FUNCTION search_follow()',
      (SELECT string_agg(source_column, ', ') FROM search_fields(source)), source);
  END LOOP;
END $$;

CREATE FUNCTION search_follow_text() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM search_put(NEW.account_id, c.book_id, NEW.chapter_id, ARRAY['prose'], ARRAY['content'], ARRAY[NEW.body])
  FROM chapter c WHERE c.account_id = NEW.account_id AND c.id = NEW.chapter_id;
  RETURN NULL;
END $$;
CREATE TRIGGER search_follow AFTER INSERT OR UPDATE OF body ON chapter_text FOR EACH ROW EXECUTE FUNCTION search_follow_text();

-- A text that gives way to another goes first and comes back in the same transaction: what they share is kept until its end.
CREATE FUNCTION search_forget_text() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM search_passage p USING chapter c
  WHERE c.account_id = OLD.account_id AND c.id = OLD.chapter_id
    AND p.account_id = c.account_id AND p.book_id = c.book_id AND p.record_id = c.id AND p.field = 'content'
    AND NOT EXISTS (SELECT FROM chapter_text t WHERE t.account_id = c.account_id AND t.chapter_id = c.id);
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER search_forget AFTER DELETE ON chapter_text DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION search_forget_text();

CREATE FUNCTION search_translate() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  configuration regconfig := search_configuration(NEW.language);
BEGIN
  IF configuration IS DISTINCT FROM search_configuration(OLD.language) THEN
    UPDATE search_passage SET vector = search_vector(configuration, book_id, body) WHERE account_id = NEW.account_id AND book_id = NEW.id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER search_translate AFTER UPDATE OF language ON book FOR EACH ROW EXECUTE FUNCTION search_translate();

-- What is there already.
SELECT count(*) FROM (
  SELECT search_put_row('book', to_jsonb(r), NULL) FROM book r
  UNION ALL SELECT search_put_row('chapter', to_jsonb(r), NULL) FROM chapter r
  UNION ALL SELECT search_put_row('character', to_jsonb(r), NULL) FROM character r
  UNION ALL SELECT search_put_row('conflict', to_jsonb(r), NULL) FROM conflict r
  UNION ALL SELECT search_put_row('mood_reference', to_jsonb(r), NULL) FROM mood_reference r
  UNION ALL SELECT search_put(t.account_id, c.book_id, t.chapter_id, ARRAY['prose'], ARRAY['content'], ARRAY[t.body])
    FROM chapter_text t JOIN chapter c ON c.account_id = t.account_id AND c.id = t.chapter_id
) AS filled;
