-- Triggers of the search index and the change log, made from record declarations (src/record.ts) by src/sql/record-triggers.ts.

-- The indexed texts of each table. The columns are those for which triggers exist and rows are indexed.
CREATE TABLE search_source (
  source text COLLATE "C" NOT NULL,
  field text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL,
  source_column text COLLATE "C" NOT NULL,
  PRIMARY KEY (source, field)
);
INSERT INTO search_source (source, field, kind, source_column)
SELECT s.source, f.field, f.kind, f.source_column
FROM unnest(ARRAY['book', 'chapter', 'character', 'conflict', 'mood_reference']) AS s (source), search_fields(s.source) AS f;
DROP FUNCTION search_fields(text);

-- Reports each insert, update and delete of a table whose rows have a book, an id and a version.
CREATE FUNCTION announce_record(source text, noun text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  step record;
BEGIN
  FOR step IN SELECT * FROM (VALUES ('INSERT', 'NEW', 'created'), ('UPDATE', 'NEW', 'updated'), ('DELETE', 'OLD', 'deleted')) AS s (operation, rows, verb)
  LOOP
    EXECUTE format('CREATE OR REPLACE TRIGGER %I AFTER %s ON %I REFERENCING %s TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_changed(%L)',
      source || '_' || step.verb, step.operation, source, step.rows, noun || '.' || step.verb);
  END LOOP;
END $$;

-- Indexes these texts of a table from now on, and the rows that are there for texts that were not indexed before.
CREATE FUNCTION index_record(source_table text, book_column text, fields text[], kinds text[], columns text[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  news text;
  olds text;
  differs text;
  listed text;
  fresh_fields text[];
  fresh_kinds text[];
  fresh_news text;
BEGIN
  SELECT string_agg(format(t.text, 'NEW', f.source_column), ', ' ORDER BY f.at), string_agg(format(t.text, 'OLD', f.source_column), ', ' ORDER BY f.at),
    string_agg(format('OLD.%1$I IS DISTINCT FROM NEW.%1$I', f.source_column), ' OR ' ORDER BY f.at), string_agg(format('%I', f.source_column), ', ' ORDER BY f.at),
    array_agg(f.field ORDER BY f.at) FILTER (WHERE s.field IS NULL), array_agg(f.kind ORDER BY f.at) FILTER (WHERE s.field IS NULL),
    string_agg(format(t.text, 'r', f.source_column), ', ' ORDER BY f.at) FILTER (WHERE s.field IS NULL)
  INTO news, olds, differs, listed, fresh_fields, fresh_kinds, fresh_news
  FROM unnest(fields, kinds, columns) WITH ORDINALITY AS f (field, kind, source_column, at)
  JOIN pg_attribute a ON a.attrelid = format('%I', source_table)::regclass AND a.attname = f.source_column
  CROSS JOIN LATERAL (SELECT CASE WHEN a.atttypid = 'text[]'::regtype THEN 'array_to_string(%s.%I, E''\n'')' ELSE '%s.%I' END AS text) t
  LEFT JOIN search_source s ON s.source = source_table AND s.field = f.field AND s.kind = f.kind AND s.source_column = f.source_column;

  EXECUTE format($made$
    CREATE OR REPLACE FUNCTION %7$I() RETURNS trigger LANGUAGE plpgsql AS $body$
    BEGIN
      PERFORM search_put_changed(NEW.account_id, NEW.%2$I, NEW.id, %3$L, %4$L, ARRAY[%5$s], CASE TG_OP WHEN 'UPDATE' THEN ARRAY[%6$s] END);
      RETURN NULL;
    END $body$ $made$, source_table, book_column, kinds, fields, news, olds, 'search_follow_' || source_table);
  EXECUTE format('CREATE OR REPLACE TRIGGER search_made AFTER INSERT ON %I FOR EACH ROW EXECUTE FUNCTION %I()', source_table, 'search_follow_' || source_table);
  EXECUTE format('CREATE OR REPLACE TRIGGER search_changed AFTER UPDATE OF %s ON %I FOR EACH ROW WHEN (%s) EXECUTE FUNCTION %I()',
    listed, source_table, differs, 'search_follow_' || source_table);
  EXECUTE format($made$
    CREATE OR REPLACE FUNCTION %2$I() RETURNS trigger LANGUAGE plpgsql AS $body$
    BEGIN
      DELETE FROM search_passage WHERE account_id = OLD.account_id AND book_id = OLD.%1$I AND record_id = OLD.id;
      RETURN NULL;
    END $body$ $made$, book_column, 'search_forget_' || source_table);
  EXECUTE format('CREATE OR REPLACE TRIGGER search_gone AFTER DELETE ON %I FOR EACH ROW EXECUTE FUNCTION %I()', source_table, 'search_forget_' || source_table);

  IF fresh_fields IS NOT NULL THEN
    EXECUTE format('SELECT count(search_put(r.account_id, r.%I, r.id, %L, %L, ARRAY[%s])) FROM %I r', book_column, fresh_kinds, fresh_fields, fresh_news, source_table);
  END IF;
  DELETE FROM search_source s WHERE s.source = source_table;
  INSERT INTO search_source (source, field, kind, source_column)
  SELECT source_table, f.field, f.kind, f.source_column FROM unnest(fields, kinds, columns) AS f (field, kind, source_column);
END $$;
