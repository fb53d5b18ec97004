-- The account is a word of every passage too. A search of all books asks the index once, not once for each book. The table keeps
-- its vectors: an expression adds the account where the index reads them.
DROP INDEX search_passage_words;
CREATE INDEX search_passage_words ON search_passage USING gin ((vector || array_to_tsvector(ARRAY[account_id]))) WITH (fastupdate = off);
