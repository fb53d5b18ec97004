-- How often a published book was read, by day (UTC) and page: counts and nothing else.
CREATE TABLE reading_day (
  account_id text COLLATE "C" NOT NULL,
  book_id text COLLATE "C" NOT NULL,
  day date NOT NULL,
  -- A chapter's id, 'title' for the page of the book, or 'all' for all of them together, where each visitor counts once.
  page text COLLATE "C" NOT NULL,
  views integer NOT NULL,
  visitors integer NOT NULL,
  PRIMARY KEY (account_id, book_id, day, page),
  FOREIGN KEY (account_id, book_id) REFERENCES book (account_id, id) ON DELETE CASCADE
);

-- What follows is gone when its day is over, batches a day later. Every node hashes a day's visitors with the same salt.
CREATE TABLE reading_salt (
  day date PRIMARY KEY,
  salt bytea NOT NULL
);

-- Who was on which page today, as a hash that no other day or book has.
CREATE TABLE reading_visitor (
  day date NOT NULL,
  hash bytea NOT NULL,
  page text COLLATE "C" NOT NULL,
  PRIMARY KEY (day, hash, page)
);

-- Batches of views that were counted, so that one whose answer was lost is not counted again.
CREATE TABLE reading_batch (
  id uuid PRIMARY KEY,
  day date NOT NULL
);
