-- A present text is kept in three parts: `middle` is where the author works, `head` and `tail` are what stands around it. A
-- small save writes the middle alone; the others stay where they are (docs/decisions/0050-text-in-three-parts.md).
DROP TRIGGER chapter_text_grown ON chapter_text;
DROP TRIGGER search_follow ON chapter_text;
ALTER TABLE chapter_text RENAME COLUMN body TO head;
-- `cut` changes when head or tail do. `head_length` is in code points: where the middle begins.
ALTER TABLE chapter_text
  ADD COLUMN middle text NOT NULL DEFAULT '',
  ADD COLUMN tail text NOT NULL DEFAULT '',
  ADD COLUMN cut integer NOT NULL DEFAULT 0,
  ADD COLUMN head_length integer;
UPDATE chapter_text SET head_length = length(head);
ALTER TABLE chapter_text ALTER COLUMN head_length SET NOT NULL, ALTER COLUMN head SET STORAGE EXTERNAL, ALTER COLUMN tail SET STORAGE EXTERNAL;
CREATE TRIGGER chapter_text_grown AFTER UPDATE ON chapter_text REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION log_text_changed();

-- The whole text, as `t.body` of a row `t`.
CREATE FUNCTION body(t chapter_text) RETURNS text LANGUAGE sql IMMUTABLE AS $$ SELECT t.head || t.middle || t.tail $$;

CREATE FUNCTION note_cut() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.head_length := length(NEW.head);
  NEW.cut := CASE WHEN TG_OP = 'UPDATE' THEN OLD.cut + 1 ELSE 0 END;
  RETURN NEW;
END $$;
CREATE TRIGGER note_cut BEFORE INSERT OR UPDATE OF head, tail, cut, head_length ON chapter_text FOR EACH ROW EXECUTE FUNCTION note_cut();

-- Whether a text begins and ends with these, without overlap. Bytes are compared, which need not be counted.
CREATE FUNCTION search_keeps_ends(former text, head text, tail text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT octet_length(former) >= octet_length(head) + octet_length(tail) AND starts_with(former, head)
    AND substr(convert_to(former, 'UTF8'), octet_length(former) - octet_length(tail) + 1) = convert_to(tail, 'UTF8')
$$;

-- As search_put was, but for the numbers of passages: there is room for others between them.
CREATE OR REPLACE FUNCTION search_put(account text, book text, record text, kinds text[], fields text[], bodies text[]) RETURNS void LANGUAGE plpgsql SET jit = off AS $$
DECLARE
  configuration regconfig := (SELECT search_configuration(b.language) FROM book b WHERE b.account_id = account AND b.id = book);
BEGIN
  -- Most texts are a passage each, and need not be split.
  IF 1000 >= ALL (SELECT length(f.body) FROM unnest(bodies) AS f (body) WHERE f.body IS NOT NULL) THEN
    DELETE FROM search_passage p USING unnest(fields, bodies) AS f (field, body)
    WHERE p.account_id = account AND p.book_id = book AND p.record_id = record AND p.field = f.field AND (p.no > 0 OR coalesce(f.body, '') = '');
    INSERT INTO search_passage AS p (account_id, book_id, record_id, field, no, kind, length, body, vector)
    SELECT account, book, record, f.field, 0, f.kind, length(f.body), f.body, search_vector(configuration, book, f.body)
    FROM unnest(kinds, fields, bodies) AS f (kind, field, body) WHERE f.body <> ''
    ON CONFLICT (account_id, book_id, record_id, field, no) DO UPDATE SET length = excluded.length, body = excluded.body, vector = excluded.vector;
    RETURN;
  END IF;
  WITH fresh AS MATERIALIZED (
    SELECT f.kind, f.field, s.no * 1000 AS no, s.passage FROM unnest(kinds, fields, bodies) AS f (kind, field, body), search_split(f.body) AS s
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

-- Replaces a region of the prose of a chapter, in code points, in the passages that it touches. False where that cannot be:
-- there are no passages yet, or there is no room for another one between two of them.
CREATE FUNCTION search_put_region(account text, book text, chapter text, at integer, removed integer, added text)
RETURNS boolean LANGUAGE plpgsql SET jit = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  configuration regconfig;
  numbers integer[];
  formers text[];
  start integer;
  next_no integer;
  joined text;
  pieces text[];
  more integer;
BEGIN
  SELECT array_agg(p.no ORDER BY p.no), min(p.ending - p.length) INTO numbers, start
  FROM (
    SELECT o.no, o.length, sum(o.length) OVER (ORDER BY o.no)::integer AS ending FROM search_passage o
    WHERE o.account_id = account AND o.book_id = book AND o.record_id = chapter AND o.field = 'content'
  ) p
  WHERE p.ending >= at AND p.ending - p.length <= greatest(at, at + removed - 1);
  IF numbers IS NULL THEN
    RETURN false;
  END IF;
  SELECT array_agg(o.body ORDER BY o.no) INTO formers FROM search_passage o
  WHERE o.account_id = account AND o.book_id = book AND o.record_id = chapter AND o.field = 'content' AND o.no BETWEEN numbers[1] AND numbers[cardinality(numbers)];
  joined := array_to_string(formers, '');
  joined := left(joined, at - start) || added || substr(joined, at - start + removed + 1);
  pieces := CASE WHEN joined = '' THEN '{}' WHEN length(joined) <= 2000 THEN ARRAY[joined]
    ELSE (SELECT array_agg(s.passage ORDER BY s.no) FROM search_split(joined) s) END;
  more := cardinality(pieces) - cardinality(numbers);
  IF more > 0 THEN
    SELECT min(o.no) INTO next_no FROM search_passage o
    WHERE o.account_id = account AND o.book_id = book AND o.record_id = chapter AND o.field = 'content' AND o.no > numbers[cardinality(numbers)];
    next_no := coalesce(next_no, numbers[cardinality(numbers)] + 1000 * (more + 1));
    IF next_no - numbers[cardinality(numbers)] <= more THEN
      RETURN false;
    END IF;
    numbers := numbers || ARRAY(SELECT numbers[cardinality(numbers)] + (next_no - numbers[cardinality(numbers)]) * i / (more + 1) FROM generate_series(1, more) i);
  END IF;
  DELETE FROM search_passage o
  WHERE o.account_id = account AND o.book_id = book AND o.record_id = chapter AND o.field = 'content' AND o.no = ANY (numbers[cardinality(pieces) + 1:]);
  configuration := (SELECT search_configuration(b.language) FROM book b WHERE b.account_id = account AND b.id = book);
  INSERT INTO search_passage AS p (account_id, book_id, record_id, field, no, kind, length, body, vector)
  SELECT account, book, chapter, 'content', f.no, 'prose', length(f.body), f.body, search_vector(configuration, book, f.body)
  FROM unnest(numbers[:cardinality(pieces)], pieces, formers[:cardinality(pieces)]) AS f (no, body, former) WHERE f.body IS DISTINCT FROM f.former
  ON CONFLICT (account_id, book_id, record_id, field, no) DO UPDATE SET length = excluded.length, body = excluded.body, vector = excluded.vector;
  RETURN true;
END $$;

CREATE OR REPLACE FUNCTION search_follow_text() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  book text := (SELECT c.book_id FROM chapter c WHERE c.account_id = NEW.account_id AND c.id = NEW.chapter_id);
  former text;
  followed boolean := false;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF OLD.cut = NEW.cut THEN
      followed := OLD.middle = NEW.middle
        OR search_put_region(NEW.account_id, book, NEW.chapter_id, NEW.head_length, length(OLD.middle), NEW.middle);
    ELSE
      former := OLD.head || OLD.middle || OLD.tail;
      followed := search_keeps_ends(former, NEW.head, NEW.tail) AND search_put_region(NEW.account_id, book, NEW.chapter_id, NEW.head_length,
        length(former) - NEW.head_length - length(NEW.tail), NEW.middle);
    END IF;
  END IF;
  IF NOT followed THEN
    PERFORM search_put(NEW.account_id, book, NEW.chapter_id, ARRAY['prose'], ARRAY['content'], ARRAY[NEW.head || NEW.middle || NEW.tail]);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER search_follow AFTER INSERT OR UPDATE OF head, middle, tail ON chapter_text FOR EACH ROW EXECUTE FUNCTION search_follow_text();
