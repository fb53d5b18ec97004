-- A remark on words of a chapter, on a chapter or on a book. One on words has an anchor with its own id, and is in the chapter of
-- that. A reply has a parent and is where that is.
CREATE TABLE note (
  account_id text COLLATE "C" NOT NULL,
  book_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  chapter_id text COLLATE "C",
  anchor_id text COLLATE "C",
  parent_id text COLLATE "C",
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('comment', 'todo', 'question')),
  body text NOT NULL,
  -- The key that wrote it; null if it was imported.
  token_id text COLLATE "C",
  author_kind text COLLATE "C" NOT NULL,
  resolved_at timestamptz(3),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (account_id, id),
  FOREIGN KEY (account_id, book_id) REFERENCES book (account_id, id) ON DELETE CASCADE,
  FOREIGN KEY (account_id, chapter_id) REFERENCES chapter (account_id, id) ON DELETE CASCADE,
  FOREIGN KEY (account_id, anchor_id) REFERENCES anchor (account_id, id) ON DELETE CASCADE,
  FOREIGN KEY (account_id, parent_id) REFERENCES note (account_id, id) ON DELETE CASCADE
);
CREATE INDEX note_of_book ON note (account_id, book_id, created_at, id);
CREATE INDEX note_of_parent ON note (account_id, parent_id) WHERE parent_id IS NOT NULL;
CREATE INDEX note_of_chapter ON note (account_id, chapter_id) WHERE chapter_id IS NOT NULL;
CREATE INDEX note_of_anchor ON note (account_id, anchor_id) WHERE anchor_id IS NOT NULL;
