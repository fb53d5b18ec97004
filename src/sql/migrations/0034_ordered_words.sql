-- The ordered length of a chapter; null: its share of the book. A run records the words that it was to write after the words that
-- were there: lint compares its text with them, and the same request continues toward the same length.
ALTER TABLE chapter ADD COLUMN IF NOT EXISTS target_words integer;
ALTER TABLE run ADD COLUMN IF NOT EXISTS ordered_words integer, ADD COLUMN IF NOT EXISTS ordered_from integer NOT NULL DEFAULT 0;
