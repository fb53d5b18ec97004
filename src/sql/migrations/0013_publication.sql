-- A book as its readers see it: a copy, so that nothing that is written afterwards shows before the book is published again.
CREATE TABLE publication (
  account_id text COLLATE "C" NOT NULL,
  book_id text COLLATE "C" NOT NULL,
  -- Another one with each publishing: what was made of a snapshot is kept under it.
  edition uuid NOT NULL DEFAULT gen_random_uuid(),
  title text NOT NULL,
  subtitle text,
  author text NOT NULL,
  description text,
  language text NOT NULL,
  cover_color text,
  published_at timestamptz(3) NOT NULL,
  PRIMARY KEY (account_id, book_id),
  FOREIGN KEY (account_id, book_id) REFERENCES book (account_id, id) ON DELETE CASCADE
);

CREATE TABLE publication_chapter (
  account_id text COLLATE "C" NOT NULL,
  book_id text COLLATE "C" NOT NULL,
  -- 1 for the first, without gaps: it is the chapter's number in its address.
  position integer NOT NULL,
  -- Without foreign keys: readers keep what was published when a chapter is archived or its text replaced.
  chapter_id text COLLATE "C" NOT NULL,
  revision_id text COLLATE "C" NOT NULL,
  title text NOT NULL,
  body text NOT NULL,
  word_count integer NOT NULL,
  PRIMARY KEY (account_id, book_id, position),
  FOREIGN KEY (account_id, book_id) REFERENCES publication (account_id, book_id) ON DELETE CASCADE
);

CREATE INDEX book_public ON book (published_at DESC) WHERE visibility = 'public' AND published_at IS NOT NULL AND deleted_at IS NULL;

-- What was published before there were readers: its present text where that is whole. A book that has become unfinished since is
-- taken back, as nobody can read it; its author publishes it when it is complete.
UPDATE book b SET published_at = NULL, version = version + 1
WHERE b.published_at IS NOT NULL AND (
  NOT EXISTS (SELECT FROM chapter c WHERE c.account_id = b.account_id AND c.book_id = b.id AND c.archived_at IS NULL)
  OR EXISTS (SELECT FROM chapter c WHERE c.account_id = b.account_id AND c.book_id = b.id AND c.archived_at IS NULL AND c.text_status <> 'complete')
);
INSERT INTO publication (account_id, book_id, title, subtitle, author, description, language, cover_color, published_at)
SELECT account_id, id, title, subtitle, author, description, language, cover_color, published_at FROM book WHERE published_at IS NOT NULL;
INSERT INTO publication_chapter (account_id, book_id, position, chapter_id, revision_id, title, body, word_count)
SELECT c.account_id, c.book_id, row_number() OVER (PARTITION BY c.account_id, c.book_id ORDER BY c.position, c.id), c.id, t.revision_id, c.title, t.body, c.word_count
FROM publication p
JOIN chapter c ON c.account_id = p.account_id AND c.book_id = p.book_id AND c.archived_at IS NULL
JOIN chapter_text t ON t.account_id = c.account_id AND t.chapter_id = c.id;
