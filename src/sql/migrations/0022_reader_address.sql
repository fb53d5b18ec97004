-- A published book has two addresses: its slug while it is public, its reader key while it is unlisted.

-- Every slug that was ever given out. It holds no account and no book: a row outlives both, so nobody can take over an address.
CREATE TABLE reader_slug (
  slug text COLLATE "C" PRIMARY KEY,
  -- What the title gave, and the number that tells it from others of the same title.
  base text COLLATE "C" NOT NULL,
  number integer NOT NULL,
  UNIQUE (base, number)
);
INSERT INTO reader_slug (slug, base, number) SELECT slug, slug, 1 FROM book WHERE slug IS NOT NULL;

ALTER TABLE book
  ADD CONSTRAINT book_slug_registered FOREIGN KEY (slug) REFERENCES reader_slug (slug),
  ADD COLUMN reader_key text COLLATE "C" CONSTRAINT book_reader_key_key UNIQUE,
  -- Whether somebody has chosen the visibility; until then publishing makes a book unlisted.
  ADD COLUMN visibility_chosen boolean NOT NULL DEFAULT false;

-- Books that are unlisted keep the address that they have, from their title, until their author rotates the reader key.
-- Deleted books are included, because they can be restored. A book that is private or public keeps its slug for when it is public.
UPDATE book SET
  reader_key = CASE WHEN visibility = 'unlisted' THEN slug END,
  visibility_chosen = slug IS NOT NULL OR visibility <> 'private'
WHERE slug IS NOT NULL OR visibility <> 'private';
