-- What a write pays for being found, less of it: these are called with every change, and a function in PL/pgSQL keeps its plans for
-- the session, where one in SQL is planned anew in each statement.
CREATE OR REPLACE FUNCTION search_configuration(tag text) RETURNS regconfig LANGUAGE plpgsql STABLE AS $$
DECLARE
  word text := split_part(lower(tag), '-', 1);
  language text := CASE word
    WHEN 'ar' THEN 'arabic' WHEN 'ca' THEN 'catalan' WHEN 'da' THEN 'danish' WHEN 'de' THEN 'german' WHEN 'el' THEN 'greek'
    WHEN 'en' THEN 'english' WHEN 'es' THEN 'spanish' WHEN 'et' THEN 'estonian' WHEN 'eu' THEN 'basque' WHEN 'fi' THEN 'finnish'
    WHEN 'fr' THEN 'french' WHEN 'ga' THEN 'irish' WHEN 'hi' THEN 'hindi' WHEN 'hu' THEN 'hungarian' WHEN 'hy' THEN 'armenian'
    WHEN 'id' THEN 'indonesian' WHEN 'it' THEN 'italian' WHEN 'lt' THEN 'lithuanian' WHEN 'nb' THEN 'norwegian' WHEN 'ne' THEN 'nepali'
    WHEN 'nl' THEN 'dutch' WHEN 'nn' THEN 'norwegian' WHEN 'no' THEN 'norwegian' WHEN 'pt' THEN 'portuguese' WHEN 'ro' THEN 'romanian'
    WHEN 'ru' THEN 'russian' WHEN 'sr' THEN 'serbian' WHEN 'sv' THEN 'swedish' WHEN 'ta' THEN 'tamil' WHEN 'tr' THEN 'turkish'
    WHEN 'yi' THEN 'yiddish' END;
  found regconfig;
BEGIN
  IF word = ANY ('{zh,cmn,yue,wuu,nan,hak,lzh,ja,ko,th,lo,km,my,bo,dz}') THEN
    RETURN NULL;
  END IF;
  SELECT c.oid INTO found FROM pg_ts_config c WHERE c.cfgname = 'search_' || language AND pg_ts_config_is_visible(c.oid);
  RETURN coalesce(found, 'pg_catalog.simple'::regconfig);
END $$;

CREATE OR REPLACE FUNCTION search_clean(body text) RETURNS text LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  words text := translate(body, '<>/@_.:&~+-', '           ');
BEGIN
  IF octet_length(words) = length(words) THEN
    RETURN words;
  END IF;
  RETURN normalize(translate(words, U&'\00AD\200B\200E\200F\202A\202B\202C\202D\202E\2060\2066\2067\2068\2069\FEFF', ''), NFC);
END $$;

-- Puts those texts of a record in place of its former ones that are others now. Where each was and is one passage, as most are, a
-- single statement does, and nothing has to go. Its plan never depends on the arrays, which to find out costs more than to run it.
CREATE FUNCTION search_put_changed(account text, book text, record text, kinds text[], fields text[], bodies text[], formers text[])
RETURNS void LANGUAGE plpgsql SET jit = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  configuration regconfig;
  changed_kinds text[] := '{}';
  changed_fields text[] := '{}';
  changed_bodies text[] := '{}';
  are_passages boolean := true;
BEGIN
  FOR i IN 1 .. cardinality(fields) LOOP
    CONTINUE WHEN coalesce(bodies[i], '') = coalesce(formers[i], '');
    changed_kinds := changed_kinds || kinds[i];
    changed_fields := changed_fields || fields[i];
    changed_bodies := changed_bodies || bodies[i];
    are_passages := are_passages AND length(coalesce(bodies[i], '')) BETWEEN 1 AND 1000 AND length(coalesce(formers[i], '')) <= 1000;
  END LOOP;
  IF NOT are_passages THEN
    PERFORM search_put(account, book, record, changed_kinds, changed_fields, changed_bodies);
    RETURN;
  END IF;
  configuration := (SELECT search_configuration(b.language) FROM book b WHERE b.account_id = account AND b.id = book);
  INSERT INTO search_passage AS p (account_id, book_id, record_id, field, no, kind, length, body, vector)
  SELECT account, book, record, f.field, 0, f.kind, length(f.body), f.body, search_vector(configuration, book, f.body)
  FROM unnest(changed_kinds, changed_fields, changed_bodies) AS f (kind, field, body)
  ON CONFLICT (account_id, book_id, record_id, field, no) DO UPDATE SET length = excluded.length, body = excluded.body, vector = excluded.vector;
END $$;

-- Each table gets a trigger of its own, which knows its columns: to take them out of a row as JSON costs as much as to put them in
-- the index. A change that touches none of them, or sets what is there, fires nothing.
DO $$
DECLARE
  source text;
  book text;
  kinds text[];
  fields text[];
  columns text;
  news text;
  olds text;
  differs text;
BEGIN
  FOREACH source IN ARRAY ARRAY['book', 'chapter', 'character', 'conflict', 'mood_reference']
  LOOP
    book := CASE source WHEN 'book' THEN 'id' ELSE 'book_id' END;
    SELECT array_agg(f.kind), array_agg(f.field), string_agg(f.source_column, ', '),
      string_agg(format(t.text, 'NEW', f.source_column), ', '), string_agg(format(t.text, 'OLD', f.source_column), ', '),
      string_agg(format('OLD.%1$I IS DISTINCT FROM NEW.%1$I', f.source_column), ' OR ')
    INTO kinds, fields, columns, news, olds, differs
    FROM search_fields(source) f
    JOIN pg_attribute a ON a.attrelid = format('%I', source)::regclass AND a.attname = f.source_column
    CROSS JOIN LATERAL (SELECT CASE WHEN a.atttypid = 'text[]'::regtype THEN 'array_to_string(%s.%I, E''\n'')' ELSE '%s.%I' END AS text) t;
    EXECUTE format('DROP TRIGGER search_follow ON %I', source);
    EXECUTE format($made$
      CREATE FUNCTION search_follow_%1$s() RETURNS trigger LANGUAGE plpgsql AS $body$
      BEGIN
        PERFORM search_put_changed(NEW.account_id, NEW.%2$s, NEW.id, %3$L, %4$L, ARRAY[%5$s], CASE TG_OP WHEN 'UPDATE' THEN ARRAY[%6$s] END);
        RETURN NULL;
      END $body$ $made$, source, book, kinds, fields, news, olds);
    EXECUTE format('CREATE TRIGGER search_made AFTER INSERT ON %1$I FOR EACH ROW EXECUTE FUNCTION search_follow_%1$s()', source);
    EXECUTE format('CREATE TRIGGER search_changed AFTER UPDATE OF %2$s ON %1$I FOR EACH ROW WHEN (%3$s) EXECUTE FUNCTION search_follow_%1$s()', source, columns, differs);
    EXECUTE format($made$
      CREATE FUNCTION search_forget_%1$s() RETURNS trigger LANGUAGE plpgsql AS $body$
      BEGIN
        DELETE FROM search_passage WHERE account_id = OLD.account_id AND book_id = OLD.%2$s AND record_id = OLD.id;
        RETURN NULL;
      END $body$ $made$, source, book);
    EXECUTE format('CREATE TRIGGER search_gone AFTER DELETE ON %1$I FOR EACH ROW EXECUTE FUNCTION search_forget_%1$s()', source);
  END LOOP;
END $$;

DROP FUNCTION search_follow();
DROP FUNCTION search_put_row(text, jsonb, jsonb);
