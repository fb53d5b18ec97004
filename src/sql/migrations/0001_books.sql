-- Text that is compared or sorted as an id uses the C collation: ids are time-ordered.
CREATE TABLE account (
  id text COLLATE "C" PRIMARY KEY,
  name text NOT NULL UNIQUE,
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp()
);

CREATE TABLE token (
  id text COLLATE "C" PRIMARY KEY,
  account_id text COLLATE "C" NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  hash bytea NOT NULL UNIQUE,
  prefix text NOT NULL,
  name text NOT NULL,
  scopes text[] NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  last_used_at timestamptz(3),
  expires_at timestamptz(3),
  revoked_at timestamptz(3)
);
CREATE INDEX token_of_account ON token (account_id, id);

-- The plan is part of its book's row: same life, same genre and audience, one lock, one statement.
CREATE TABLE book (
  account_id text COLLATE "C" NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  id text COLLATE "C" NOT NULL,
  title text NOT NULL,
  subtitle text,
  premise text NOT NULL,
  author text NOT NULL,
  description text,
  language text NOT NULL,
  genre text,
  audience text,
  tone_style text,
  model_tier text NOT NULL CHECK (model_tier IN ('draft', 'standard', 'editorial')),
  cover_color text,
  target_words integer,
  visibility text NOT NULL DEFAULT 'private' CHECK (visibility IN ('private', 'unlisted', 'public')),
  slug text UNIQUE,
  published_at timestamptz(3),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  deleted_at timestamptz(3),
  theme_statement text,
  reader_promise text,
  comp_authors text,
  beat_sheet_template text,
  pov_lock text,
  tense_lock text,
  pov_depth integer,
  genre_confidence integer,
  audience_confidence integer,
  auto_detected_genre boolean NOT NULL DEFAULT false,
  research_citations jsonb NOT NULL DEFAULT '[]',
  plan_version integer NOT NULL DEFAULT 1,
  plan_updated_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (account_id, id)
);
CREATE INDEX book_newest ON book (account_id, updated_at DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX book_deleted ON book (deleted_at) WHERE deleted_at IS NOT NULL;

CREATE TABLE character (
  account_id text COLLATE "C" NOT NULL,
  book_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  name text NOT NULL,
  aliases text[] NOT NULL,
  role text NOT NULL,
  bio text NOT NULL,
  voice_profile text NOT NULL,
  want text,
  fear text,
  lie text,
  is_pov boolean NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (account_id, id),
  UNIQUE (account_id, book_id, id),
  FOREIGN KEY (account_id, book_id) REFERENCES book (account_id, id) ON DELETE CASCADE
);

CREATE TABLE conflict (
  account_id text COLLATE "C" NOT NULL,
  book_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  from_character_id text COLLATE "C" NOT NULL,
  to_character_id text COLLATE "C" NOT NULL,
  mutual boolean NOT NULL,
  kind text NOT NULL,
  description text NOT NULL,
  stakes text,
  connection text,
  intensity integer NOT NULL,
  status text NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (account_id, id),
  CONSTRAINT conflict_two_ends CHECK (from_character_id <> to_character_id),
  CONSTRAINT conflict_from FOREIGN KEY (account_id, book_id, from_character_id) REFERENCES character (account_id, book_id, id) ON DELETE CASCADE,
  CONSTRAINT conflict_to FOREIGN KEY (account_id, book_id, to_character_id) REFERENCES character (account_id, book_id, id) ON DELETE CASCADE
);
CREATE INDEX conflict_of_book ON conflict (account_id, book_id, id);
CREATE INDEX conflict_by_from ON conflict (account_id, book_id, from_character_id);
CREATE INDEX conflict_by_to ON conflict (account_id, book_id, to_character_id);
-- One edge a pair and kind; a mutual edge takes both directions.
CREATE UNIQUE INDEX conflict_once_forth ON conflict (account_id, book_id, least(from_character_id, to_character_id), greatest(from_character_id, to_character_id), kind) WHERE mutual OR from_character_id < to_character_id;
CREATE UNIQUE INDEX conflict_once_back ON conflict (account_id, book_id, least(from_character_id, to_character_id), greatest(from_character_id, to_character_id), kind) WHERE mutual OR from_character_id > to_character_id;

CREATE TABLE mood_reference (
  account_id text COLLATE "C" NOT NULL,
  book_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  kind text NOT NULL,
  title text NOT NULL,
  url text,
  note text NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (account_id, id),
  FOREIGN KEY (account_id, book_id) REFERENCES book (account_id, id) ON DELETE CASCADE
);
CREATE INDEX mood_reference_of_book ON mood_reference (account_id, book_id, id);

CREATE TABLE chapter (
  account_id text COLLATE "C" NOT NULL,
  book_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  position integer NOT NULL,
  title text NOT NULL,
  summary text NOT NULL,
  notes text NOT NULL,
  beat_keys text[] NOT NULL,
  pov_character_id text COLLATE "C",
  participant_ids text[] NOT NULL,
  text_status text NOT NULL DEFAULT 'empty' CHECK (text_status IN ('empty', 'partial', 'complete')),
  word_count integer NOT NULL DEFAULT 0,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  archived_at timestamptz(3),
  PRIMARY KEY (account_id, id),
  FOREIGN KEY (account_id, book_id) REFERENCES book (account_id, id) ON DELETE CASCADE
);
CREATE INDEX chapter_of_book ON chapter (account_id, book_id, position);

-- A text has an id of its own (a revision id): it is kept while a text is continued and new when it is replaced.
CREATE TABLE chapter_text (
  account_id text COLLATE "C" NOT NULL,
  chapter_id text COLLATE "C" NOT NULL,
  revision_id text COLLATE "C" NOT NULL,
  body text NOT NULL,
  origin text NOT NULL CHECK (origin IN ('human', 'write', 'rewrite', 'restore', 'import')),
  run_id text COLLATE "C",
  model text,
  built_from jsonb,
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (account_id, chapter_id),
  FOREIGN KEY (account_id, chapter_id) REFERENCES chapter (account_id, id) ON DELETE CASCADE
);

-- Former texts, append-only.
CREATE TABLE chapter_revision (
  account_id text COLLATE "C" NOT NULL,
  chapter_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  body text NOT NULL,
  word_count integer NOT NULL,
  origin text NOT NULL,
  run_id text COLLATE "C",
  model text,
  built_from jsonb,
  created_at timestamptz(3) NOT NULL,
  replaced_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (account_id, id),
  FOREIGN KEY (account_id, chapter_id) REFERENCES chapter (account_id, id) ON DELETE CASCADE
);
CREATE INDEX chapter_revision_of_chapter ON chapter_revision (account_id, chapter_id, replaced_at DESC);

CREATE TABLE run (
  account_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  book_id text COLLATE "C" NOT NULL,
  chapter_id text COLLATE "C",
  kind text NOT NULL,
  state text NOT NULL DEFAULT 'running' CHECK (state IN ('running', 'completed', 'partial', 'failed', 'cancelled')),
  -- What was asked for, as a hash: the same request joins, another is refused.
  request_hash text NOT NULL,
  model text NOT NULL,
  revision_id text COLLATE "C" NOT NULL,
  -- Where in the chapter's text this run's text begins, code points.
  start_offset integer NOT NULL,
  chars_written integer NOT NULL DEFAULT 0,
  holder text NOT NULL,
  lease_until timestamptz NOT NULL,
  next_seq integer NOT NULL DEFAULT 0,
  cancel_requested boolean NOT NULL DEFAULT false,
  error_code text,
  error_message text,
  input_tokens integer,
  cached_input_tokens integer,
  output_tokens integer,
  cost_micros bigint,
  manifest jsonb,
  built_from jsonb,
  resume_of text COLLATE "C",
  -- The text that gave way when the run began: it comes back if the run writes nothing.
  replaced_revision_id text COLLATE "C",
  replaced_status text,
  started_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  deadline_at timestamptz(3) NOT NULL,
  finished_at timestamptz(3),
  PRIMARY KEY (account_id, id),
  FOREIGN KEY (account_id, book_id) REFERENCES book (account_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX run_one_of_chapter ON run (account_id, chapter_id) WHERE state = 'running';
CREATE INDEX run_of_book ON run (account_id, book_id, id);
CREATE INDEX run_running ON run (lease_until) WHERE state = 'running';

-- Text of a run on its way to chapter_text; short-lived.
CREATE TABLE chapter_chunk (
  account_id text COLLATE "C" NOT NULL,
  run_id text COLLATE "C" NOT NULL,
  seq integer NOT NULL,
  body text NOT NULL,
  PRIMARY KEY (account_id, run_id, seq),
  FOREIGN KEY (account_id, run_id) REFERENCES run (account_id, id) ON DELETE CASCADE
);

-- Limits that hold over all nodes (GCRA: theoretical arrival time). Not worth a log.
CREATE UNLOGGED TABLE bucket (
  key text COLLATE "C" PRIMARY KEY,
  tat timestamptz NOT NULL
);
