-- One trigger of a row writes its event, its change of size and its passages: each of the three had triggers of its own, most of
-- them over transition tables, and a condition is parsed again in each statement (docs/decisions/0060-one-trigger-of-a-row.md).

-- Passages wait in a short list before they enter the index of words. A search looks through the list too, which is why it is short.
ALTER INDEX search_passage_words SET (fastupdate = on, gin_pending_list_limit = 64);

-- Constants need no look-up and no hash table in each call.
DO $$
BEGIN
  EXECUTE format($made$
    CREATE OR REPLACE FUNCTION search_configuration(tag text) RETURNS regconfig LANGUAGE plpgsql STABLE AS $body$
    BEGIN
      RETURN CASE split_part(lower(tag), '-', 1) %s ELSE 'simple'::regconfig END;
    END $body$ $made$, (
      SELECT string_agg(format('WHEN %L THEN %s', w.word, w.found), ' ' ORDER BY w.at) FROM (
        -- English first: most books are looked up at once.
        SELECT word, CASE word WHEN 'en' THEN 0 ELSE 1 END AS at, quote_literal(search_configuration(word)::text) || '::regconfig' AS found
        FROM unnest('{ar,ca,da,de,el,en,es,et,eu,fi,fr,ga,hi,hu,hy,id,it,lt,nb,ne,nl,nn,no,pt,ro,ru,sr,sv,ta,tr,yi}'::text[]) word
        UNION ALL SELECT word, 2, 'NULL' FROM unnest('{zh,cmn,yue,wuu,nan,hak,lzh,ja,ko,th,lo,km,my,bo,dz}'::text[]) word
      ) w));
END $$;

-- The records with generic events, and the first part of the types of these.
CREATE TABLE event_source (
  source text COLLATE "C" PRIMARY KEY,
  noun text COLLATE "C" NOT NULL
);

-- Puts a text of a record in place of its former one. Most texts are one passage before and after.
CREATE FUNCTION search_put_text(account text, book text, record text, text_kind text, text_field text, configuration regconfig, fresh text, former text)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF coalesce(length(fresh), 0) NOT BETWEEN 1 AND 1000 OR length(former) > 1000 THEN
    PERFORM search_put(account, book, record, ARRAY[text_kind], ARRAY[text_field], ARRAY[fresh]);
    RETURN;
  END IF;
  UPDATE search_passage SET length = length(fresh), body = fresh, vector = search_vector(configuration, book, fresh)
  WHERE former <> '' AND account_id = account AND book_id = book AND record_id = record AND field = text_field AND no = 0;
  IF NOT FOUND THEN
    INSERT INTO search_passage (account_id, book_id, record_id, field, no, kind, length, body, vector)
    VALUES (account, book, record, text_field, 0, text_kind, length(fresh), fresh, search_vector(configuration, book, fresh));
  END IF;
END $$;

-- Makes the trigger of a table from what is declared of it in event_source, storage_source and search_source.
CREATE FUNCTION follow_table(source_table text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  counted storage_source := (SELECT s FROM storage_source s WHERE s.source = source_table);
  noun text := (SELECT e.noun FROM event_source e WHERE e.source = source_table);
  book text := CASE source_table WHEN 'book' THEN 'id' ELSE 'book_id' END;
  -- The language of the book. A record whose book is gone has no event and no passages.
  book_is_there text;
  said text := '';
  sized text := '';
  listed text;
  longest text;
  news text;
  kinds text[];
  fields text[];
  bodies text;
  differs text;
  changes text;
BEGIN
  SELECT string_agg(format('length(%s)', t.fresh), ', ' ORDER BY s.field), string_agg(format('(%L, %L, %s)', s.kind, s.field, t.fresh), ', ' ORDER BY s.field),
    array_agg(s.kind ORDER BY s.field), array_agg(s.field ORDER BY s.field), string_agg(t.fresh, ', ' ORDER BY s.field),
    string_agg(format('NEW.%1$I IS DISTINCT FROM OLD.%1$I', s.source_column), ' OR ' ORDER BY s.field),
    string_agg(format(E'IF NEW.%1$I IS DISTINCT FROM OLD.%1$I THEN\n      PERFORM search_put_text(NEW.account_id, NEW.%2$I, NEW.id, %3$L, %4$L, configuration, %5$s, %6$s);\n    END IF;',
      s.source_column, book, s.kind, s.field, t.fresh, t.former), E'\n    ' ORDER BY s.field)
  INTO longest, news, kinds, fields, bodies, differs, changes
  FROM search_source s
  JOIN pg_attribute a ON a.attrelid = format('%I', source_table)::regclass AND a.attname = s.source_column
  CROSS JOIN LATERAL (
    SELECT format(f.text, 'NEW', s.source_column) AS fresh, format(f.text, 'OLD', s.source_column) AS former
    FROM (SELECT CASE WHEN a.atttypid = 'text[]'::regtype THEN 'array_to_string(%s.%I, E''\n'')' ELSE '%s.%I' END) AS f (text)
  ) t
  WHERE s.source = source_table;
  IF news IS NULL AND noun IS NULL THEN
    RETURN;
  END IF;

  book_is_there := format($part$
  SELECT search_configuration(b.language) INTO configuration FROM book b WHERE b.account_id = NEW.account_id AND b.id = NEW.%1$I;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;$part$, book);
  IF noun IS NOT NULL THEN
    said := format($part$
  INSERT INTO event (account_id, type, book_id, subject_ids, version)
  VALUES (NEW.account_id, CASE TG_OP WHEN 'INSERT' THEN %1$L ELSE %2$L END, NEW.%3$I, ARRAY[NEW.id], NEW.version);$part$,
      noun || '.created', noun || '.updated', book);
  END IF;
  IF counted.source IS NOT NULL THEN
    sized := format($part$
  grown := %1$s;
  IF TG_OP = 'UPDATE' THEN
    grown := grown - (%2$s);
  END IF;
  IF grown <> 0 THEN
    INSERT INTO storage_change (account_id, part, bytes) VALUES (NEW.account_id, %3$L, grown);
  END IF;$part$, format(counted.size, 'NEW'), format(counted.size, 'OLD'), counted.part);
  END IF;

  EXECUTE format($made$
CREATE OR REPLACE FUNCTION %1$I() RETURNS trigger LANGUAGE plpgsql AS $body$
DECLARE
  configuration regconfig;
  grown bigint;
BEGIN%2$s%3$s%4$s
  RETURN NULL;
END $body$ $made$, 'follow_' || source_table, sized,
    CASE WHEN noun IS NOT NULL THEN book_is_there || said
      ELSE format(E'\n  IF TG_OP = ''UPDATE'' AND NOT (%s) THEN\n    RETURN NULL;\n  END IF;', differs) || book_is_there END,
    CASE WHEN news IS NOT NULL THEN format($part$
  IF TG_OP = 'UPDATE' THEN
    %1$s
  ELSIF greatest(%2$s) > 1000 THEN
    PERFORM search_put(NEW.account_id, NEW.%3$I, NEW.id, %4$L, %5$L, ARRAY[%6$s]);
  ELSE
    INSERT INTO search_passage (account_id, book_id, record_id, field, no, kind, length, body, vector)
    SELECT NEW.account_id, NEW.%3$I, NEW.id, f.field, 0, f.kind, length(f.body), f.body, search_vector(configuration, NEW.%3$I, f.body)
    FROM (VALUES %7$s) AS f (kind, field, body) WHERE f.body <> '';
  END IF;$part$, changes, longest, book, kinds, fields, bodies, news) ELSE '' END);

  -- From before the table was followed.
  EXECUTE format('DROP TRIGGER IF EXISTS storage_made ON %1$I; DROP TRIGGER IF EXISTS storage_changed ON %1$I;
    DROP FUNCTION IF EXISTS %2$I(); DROP FUNCTION IF EXISTS %3$I()', source_table, 'storage_made_' || source_table, 'storage_follow_' || source_table);
  -- An update of other columns changes neither sizes nor passages.
  SELECT string_agg(format('%I', a.attname), ', ') INTO listed FROM pg_attribute a
  WHERE a.attrelid = format('%I', source_table)::regclass AND a.attnum > 0 AND NOT a.attisdropped
    AND (a.attname IN (SELECT s.source_column FROM search_source s WHERE s.source = source_table) OR strpos(counted.size, format('%%1$s.%I', a.attname)) > 0);
  EXECUTE format('CREATE OR REPLACE TRIGGER follow_insert AFTER INSERT ON %1$I FOR EACH ROW EXECUTE FUNCTION %2$I();
    CREATE OR REPLACE TRIGGER follow_update AFTER UPDATE %3$s ON %1$I FOR EACH ROW EXECUTE FUNCTION %2$I()',
    source_table, 'follow_' || source_table, CASE WHEN noun IS NULL THEN 'OF ' || listed ELSE '' END);
END $$;

-- Reports each insert, update and delete of a table whose rows have a book, an id and a version.
CREATE OR REPLACE FUNCTION announce_record(source text, noun text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO event_source AS e VALUES ($1, $2) ON CONFLICT ON CONSTRAINT event_source_pkey DO UPDATE SET noun = excluded.noun;
  EXECUTE format('CREATE OR REPLACE TRIGGER %I AFTER DELETE ON %I REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_changed(%L)',
    source || '_deleted', source, noun || '.deleted');
  PERFORM follow_table(source);
END $$;

-- Indexes these texts of a table from now on, and the rows that are there for texts that were not indexed before.
CREATE OR REPLACE FUNCTION index_record(source_table text, book_column text, fields text[], kinds text[], columns text[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  fresh_fields text[];
  fresh_kinds text[];
  fresh_texts text;
BEGIN
  SELECT array_agg(f.field ORDER BY f.at), array_agg(f.kind ORDER BY f.at),
    string_agg(format(CASE WHEN a.atttypid = 'text[]'::regtype THEN 'array_to_string(r.%I, E''\n'')' ELSE 'r.%I' END, f.source_column), ', ' ORDER BY f.at)
  INTO fresh_fields, fresh_kinds, fresh_texts
  FROM unnest(fields, kinds, columns) WITH ORDINALITY AS f (field, kind, source_column, at)
  JOIN pg_attribute a ON a.attrelid = format('%I', source_table)::regclass AND a.attname = f.source_column
  WHERE NOT EXISTS (
    SELECT FROM search_source s WHERE s.source = source_table AND s.field = f.field AND s.kind = f.kind AND s.source_column = f.source_column);
  DELETE FROM search_source s WHERE s.source = source_table;
  INSERT INTO search_source (source, field, kind, source_column)
  SELECT source_table, f.field, f.kind, f.source_column FROM unnest(fields, kinds, columns) AS f (field, kind, source_column);
  PERFORM follow_table(source_table);
  EXECUTE format($made$
    CREATE OR REPLACE FUNCTION %2$I() RETURNS trigger LANGUAGE plpgsql AS $body$
    BEGIN
      DELETE FROM search_passage WHERE account_id = OLD.account_id AND book_id = OLD.%1$I AND record_id = OLD.id;
      RETURN NULL;
    END $body$ $made$, book_column, 'search_forget_' || source_table);
  EXECUTE format('CREATE OR REPLACE TRIGGER search_gone AFTER DELETE ON %I FOR EACH ROW EXECUTE FUNCTION %I()', source_table, 'search_forget_' || source_table);
  IF fresh_fields IS NOT NULL THEN
    EXECUTE format('SELECT count(search_put(r.account_id, r.%I, r.id, %L, %L, ARRAY[%s])) FROM %I r', book_column, fresh_kinds, fresh_fields, fresh_texts, source_table);
  END IF;
END $$;

-- As before (0035_storage.sql), but a table with events or passages is counted by its one trigger.
CREATE OR REPLACE FUNCTION count_storage(source_table text, counted_part text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  former storage_source := (SELECT s FROM storage_source s WHERE s.source = source_table);
  is_followed boolean := EXISTS (SELECT FROM pg_trigger t WHERE t.tgrelid = format('%I', source_table)::regclass AND t.tgname = 'follow_insert');
  row_size text;
  listed text;
  step record;
BEGIN
  -- Ids have the C collation.
  SELECT string_agg(format(CASE a.atttypid
      WHEN 'jsonb'::regtype THEN 'coalesce(octet_length(%%1$s.%1$I::text), 0)'
      WHEN 'text[]'::regtype THEN 'coalesce(octet_length(array_to_string(%%1$s.%1$I, '''')), 0)'
      ELSE 'coalesce(octet_length(%%1$s.%1$I), 0)' END, a.attname), ' + ' ORDER BY a.attnum),
    string_agg(format('%I', a.attname), ', ' ORDER BY a.attnum)
  INTO row_size, listed
  FROM pg_attribute a
  WHERE a.attrelid = format('%I', source_table)::regclass AND a.attnum > 0 AND NOT a.attisdropped
    AND a.atttypid IN ('text'::regtype, 'text[]'::regtype, 'bytea'::regtype, 'jsonb'::regtype)
    AND a.attcollation NOT IN (SELECT oid FROM pg_collation WHERE collname = 'C');
  IF row_size IS NULL OR (former.part = counted_part AND former.size = row_size) THEN
    RETURN;
  END IF;

  INSERT INTO storage_source AS s (source, part, size) VALUES (source_table, counted_part, row_size)
  ON CONFLICT (source) DO UPDATE SET part = excluded.part, size = excluded.size;
  EXECUTE format('CREATE OR REPLACE FUNCTION storage_size(r %I) RETURNS bigint LANGUAGE sql STABLE AS $body$ SELECT (%s)::bigint $body$',
    source_table, format(row_size, 'r'));
  IF is_followed THEN
    PERFORM follow_table(source_table);
  ELSE
    EXECUTE format($made$
      CREATE OR REPLACE FUNCTION %1$I() RETURNS trigger LANGUAGE plpgsql AS $body$
      BEGIN
        INSERT INTO storage_change (account_id, part, bytes) VALUES (NEW.account_id, %2$L, (%3$s) - (%4$s));
        RETURN NULL;
      END $body$ $made$, 'storage_follow_' || source_table, counted_part, format(row_size, 'NEW'), format(row_size, 'OLD'));
    EXECUTE format('CREATE OR REPLACE TRIGGER storage_changed AFTER UPDATE OF %s ON %I FOR EACH ROW WHEN ((%s) <> (%s)) EXECUTE FUNCTION %I()',
      listed, source_table, format(row_size, 'NEW'), format(row_size, 'OLD'), 'storage_follow_' || source_table);
  END IF;
  FOR step IN SELECT * FROM (VALUES ('INSERT', 'NEW', 'made', ''), ('DELETE', 'OLD', 'gone', '-')) AS s (operation, rows, verb, sign)
  LOOP
    CONTINUE WHEN is_followed AND step.operation = 'INSERT';
    EXECUTE format($made$
      CREATE OR REPLACE FUNCTION %1$I() RETURNS trigger LANGUAGE plpgsql AS $body$
      BEGIN
        INSERT INTO storage_change (account_id, part, bytes)
        SELECT r.account_id, %2$L, %3$ssum(%4$s) FROM changed r GROUP BY r.account_id HAVING sum(%4$s) <> 0;
        RETURN NULL;
      END $body$ $made$, 'storage_' || step.verb || '_' || source_table, counted_part, step.sign, format(row_size, 'r'));
    EXECUTE format('CREATE OR REPLACE TRIGGER %I AFTER %s ON %I REFERENCING %s TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION %I()',
      'storage_' || step.verb, step.operation, source_table, step.rows, 'storage_' || step.verb || '_' || source_table);
  END LOOP;

  IF former.source IS NOT NULL THEN
    EXECUTE format('INSERT INTO storage_change (account_id, part, bytes) SELECT r.account_id, %L, -sum(%s) FROM %I r GROUP BY 1',
      former.part, format(former.size, 'r'), source_table);
  END IF;
  EXECUTE format('INSERT INTO storage_change (account_id, part, bytes) SELECT r.account_id, %L, sum(%s) FROM %I r GROUP BY 1',
    counted_part, format(row_size, 'r'), source_table);
END $$;

-- The triggers that go. Those that come are made from the declarations, in this same transaction.
DO $$
DECLARE
  old record;
BEGIN
  FOR old IN
    SELECT t.tgname, t.tgrelid::regclass AS source FROM pg_trigger t
    WHERE t.tgname IN ('search_made', 'search_changed')
      OR (t.tgfoid = 'log_changed'::regproc AND t.tgrelid <> 'chapter'::regclass AND t.tgname ~ '_(created|updated)$')
  LOOP
    EXECUTE format('DROP TRIGGER %I ON %s', old.tgname, old.source);
  END LOOP;
  FOR old IN
    SELECT p.oid::regprocedure AS routine FROM pg_proc p
    WHERE p.proname LIKE 'search\_follow\_%' AND p.proname <> 'search_follow_text'
  LOOP
    EXECUTE format('DROP FUNCTION %s', old.routine);
  END LOOP;
END $$;
DROP FUNCTION search_put_changed(text, text, text, text[], text[], text[], text[]);
