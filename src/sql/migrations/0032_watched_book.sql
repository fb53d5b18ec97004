-- Books that somebody watches. NOTIFY makes commits wait for each other, so only these are announced. Nodes renew their rows, and
-- those of a node that is gone expire. Not worth a log: after a crash of the server nodes listen again and register again.
CREATE UNLOGGED TABLE watched_book (
  account_id text COLLATE "C" NOT NULL,
  book_id text COLLATE "C" NOT NULL,
  until timestamptz NOT NULL,
  PRIMARY KEY (account_id, book_id)
);

CREATE OR REPLACE FUNCTION announce_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('fabula_book_changed', books.account_id || '/' || books.book_id)
  FROM (
    SELECT DISTINCT m.account_id, m.book_id FROM made m
    JOIN watched_book w ON w.account_id = m.account_id AND w.book_id = m.book_id AND w.until > clock_timestamp()
  ) books;
  RETURN NULL;
END $$;
