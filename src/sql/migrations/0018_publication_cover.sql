-- The picture that readers see, a copy as the text is: choosing or deleting one shows when the book is published again.
CREATE TABLE publication_cover (
  account_id text COLLATE "C" NOT NULL,
  book_id text COLLATE "C" NOT NULL,
  -- The picture it is a copy of, which may be gone by now.
  cover_id text COLLATE "C" NOT NULL,
  origin text NOT NULL,
  media_type text NOT NULL,
  bytes bytea NOT NULL,
  PRIMARY KEY (account_id, book_id),
  FOREIGN KEY (account_id, book_id) REFERENCES publication (account_id, book_id) ON DELETE CASCADE
);
ALTER TABLE publication_cover ALTER COLUMN bytes SET STORAGE EXTERNAL;
