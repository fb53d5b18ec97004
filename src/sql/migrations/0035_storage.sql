-- Bytes that an account stores, by part. The size of a row is that of its texts, pictures and sound, without ids, times and
-- numbers. Changes are appended and folded into the totals by a sweep: a save takes no lock that another save waits for
-- (docs/decisions/0055-storage-by-changes.md).
CREATE TABLE storage_total (
  account_id text COLLATE "C" PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
  books bigint NOT NULL,
  revisions bigint NOT NULL,
  pictures bigint NOT NULL,
  sound bigint NOT NULL,
  events bigint NOT NULL
);
-- Without a foreign key: checking it would lock the account's row with every save.
CREATE TABLE storage_change (
  account_id text COLLATE "C" NOT NULL,
  part text COLLATE "C" NOT NULL,
  bytes bigint NOT NULL
);
CREATE INDEX storage_change_of_account ON storage_change (account_id);

-- The counted tables, with the size of a row, over the row %1$s.
CREATE TABLE storage_source (
  source text COLLATE "C" PRIMARY KEY,
  part text COLLATE "C" NOT NULL,
  size text NOT NULL
);

-- Counts the rows of a table from now on, and those that are there. A table that has other columns than before is counted
-- again. octet_length reads no text: the size is in its pointer.
CREATE FUNCTION count_storage(source_table text, counted_part text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  former storage_source := (SELECT s FROM storage_source s WHERE s.source = source_table);
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

  EXECUTE format('CREATE OR REPLACE FUNCTION storage_size(r %I) RETURNS bigint LANGUAGE sql STABLE AS $body$ SELECT (%s)::bigint $body$',
    source_table, format(row_size, 'r'));
  EXECUTE format($made$
    CREATE OR REPLACE FUNCTION %1$I() RETURNS trigger LANGUAGE plpgsql AS $body$
    BEGIN
      INSERT INTO storage_change (account_id, part, bytes) VALUES (NEW.account_id, %2$L, (%3$s) - (%4$s));
      RETURN NULL;
    END $body$ $made$, 'storage_follow_' || source_table, counted_part, format(row_size, 'NEW'), format(row_size, 'OLD'));
  EXECUTE format('CREATE OR REPLACE TRIGGER storage_changed AFTER UPDATE OF %s ON %I FOR EACH ROW WHEN ((%s) <> (%s)) EXECUTE FUNCTION %I()',
    listed, source_table, format(row_size, 'NEW'), format(row_size, 'OLD'), 'storage_follow_' || source_table);
  FOR step IN SELECT * FROM (VALUES ('INSERT', 'NEW', 'made', ''), ('DELETE', 'OLD', 'gone', '-')) AS s (operation, rows, verb, sign)
  LOOP
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
  INSERT INTO storage_source AS s (source, part, size) VALUES (source_table, counted_part, row_size)
  ON CONFLICT (source) DO UPDATE SET part = excluded.part, size = excluded.size;
END $$;

-- A former text that was restored once is dear to its author.
ALTER TABLE chapter_revision ADD COLUMN restored_at timestamptz(3);

-- One event for all revisions that one request deletes.
CREATE FUNCTION log_revisions_deleted(account text, book text, chapter text) RETURNS void LANGUAGE sql AS $$
  INSERT INTO event (account_id, type, book_id, subject_ids) VALUES (account, 'revision.deleted', book, ARRAY[chapter])
$$;

-- Events are written with every save, so a trigger would cost every save. A sweep counts them some minutes later, in the order
-- of their ids, up to this mark.
CREATE TABLE storage_mark (counted uuid NOT NULL);
INSERT INTO storage_mark (counted) VALUES ('00000000-0000-0000-0000-000000000000');
CREATE FUNCTION storage_size(r event) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT (octet_length(r.type) + octet_length(array_to_string(r.subject_ids, '')))::bigint
$$;
CREATE FUNCTION storage_gone_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO storage_change (account_id, part, bytes)
  SELECT r.account_id, 'events', -sum(octet_length(r.type) + octet_length(array_to_string(r.subject_ids, ''))) FROM changed r, storage_mark m WHERE r.id <= m.counted GROUP BY r.account_id;
  RETURN NULL;
END $$;
CREATE TRIGGER storage_gone AFTER DELETE ON event REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION storage_gone_event();
