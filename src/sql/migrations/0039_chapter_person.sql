-- Person and tense of one chapter; null: those of the book.
ALTER TABLE chapter ADD COLUMN person text CHECK (person IN ('first', 'second', 'third')), ADD COLUMN tense text;
