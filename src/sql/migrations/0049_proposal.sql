-- What an anchor was set on: words of a chapter, with up to 64 characters on each side. Its id is that of the record that has
-- it. When that record is decided, the anchor stays where it was then, in this revision.
CREATE TABLE anchor (
  account_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  chapter_id text COLLATE "C" NOT NULL,
  exact text NOT NULL,
  prefix text NOT NULL,
  suffix text NOT NULL,
  revision_id text COLLATE "C",
  place_start integer,
  place_end integer,
  state text COLLATE "C",
  PRIMARY KEY (account_id, id),
  FOREIGN KEY (account_id, chapter_id) REFERENCES chapter (account_id, id) ON DELETE CASCADE
);
CREATE INDEX anchor_of_chapter ON anchor (account_id, chapter_id);
CREATE INDEX anchor_of_revision ON anchor (account_id, revision_id) WHERE revision_id IS NOT NULL;

-- Where the anchors of a chapter are in its present text, as a list of {id, start, end, state, length}. One row, because a save
-- moves many of them (docs/decisions/0085-anchors.md).
CREATE TABLE chapter_anchor (
  account_id text COLLATE "C" NOT NULL,
  chapter_id text COLLATE "C" NOT NULL,
  places jsonb NOT NULL,
  PRIMARY KEY (account_id, chapter_id),
  FOREIGN KEY (account_id, chapter_id) REFERENCES chapter (account_id, id) ON DELETE CASCADE
) WITH (fillfactor = 50);

-- Proposals that were made together.
CREATE TABLE proposal_set (
  account_id text COLLATE "C" NOT NULL,
  book_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  title text NOT NULL DEFAULT '',
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (account_id, id),
  FOREIGN KEY (account_id, book_id) REFERENCES book (account_id, id) ON DELETE CASCADE
);
CREATE INDEX proposal_set_of_book ON proposal_set (account_id, book_id);

-- A change of words on which somebody else decides. `choice`: 0 is the replacement, n the nth alternative.
CREATE TABLE proposal (
  account_id text COLLATE "C" NOT NULL,
  book_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  set_id text COLLATE "C" NOT NULL,
  replacement text NOT NULL,
  alternatives text[] NOT NULL DEFAULT '{}',
  reason text NOT NULL DEFAULT '',
  -- The key that proposed it; null if it was imported.
  token_id text COLLATE "C",
  author_kind text COLLATE "C" NOT NULL,
  state text COLLATE "C" NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'accepted', 'declined', 'withdrawn', 'stale')),
  choice integer,
  decided_by text COLLATE "C",
  decided_at timestamptz(3),
  decision_reason text,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (account_id, id),
  FOREIGN KEY (account_id, book_id) REFERENCES book (account_id, id) ON DELETE CASCADE,
  FOREIGN KEY (account_id, set_id) REFERENCES proposal_set (account_id, id) ON DELETE CASCADE,
  FOREIGN KEY (account_id, id) REFERENCES anchor (account_id, id) ON DELETE CASCADE
);
CREATE INDEX proposal_of_book ON proposal (account_id, book_id, created_at, id);
CREATE INDEX proposal_pending ON proposal (account_id, book_id) WHERE state IN ('open', 'stale');
CREATE INDEX proposal_of_set ON proposal (account_id, set_id);
