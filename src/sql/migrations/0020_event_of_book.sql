-- The log of one book, which among many books of an account was looked for in the log of all of them.
CREATE INDEX event_of_book ON event (account_id, book_id, tx, seq);
