-- ofBook
SELECT r.account_id AS owner_of_mood_reference, r.kind, r.title, r.url, r.note, r.id, r.book_id, r.version, r.created_at, r.updated_at FROM book b LEFT JOIN mood_reference r ON r.account_id = b.account_id AND r.book_id = b.id WHERE b.account_id = ? AND b.id = ? AND b.deleted_at IS NULL ORDER BY r.id

-- ofBooks
SELECT r.account_id AS owner_of_mood_reference, r.kind, r.title, r.url, r.note, r.id, r.book_id, r.version, r.created_at, r.updated_at FROM mood_reference r WHERE r.account_id = ? AND r.book_id = ANY(?) ORDER BY r.id

-- byIds
SELECT r.account_id AS owner_of_mood_reference, r.kind, r.title, r.url, r.note, r.id, r.book_id, r.version, r.created_at, r.updated_at FROM mood_reference r WHERE r.account_id = ? AND EXISTS ( SELECT FROM book b WHERE b.account_id = ? AND b.id = r.book_id AND b.deleted_at IS NULL) AND r.id = ANY(?)

-- byId
SELECT r.account_id AS owner_of_mood_reference, r.kind, r.title, r.url, r.note, r.id, r.book_id, r.version, r.created_at, r.updated_at FROM mood_reference r WHERE r.account_id = ? AND r.book_id = ? AND r.id = ? AND EXISTS (SELECT FROM book b WHERE b.account_id = ? AND b.id = ? AND b.deleted_at IS NULL)

-- insert
SELECT b.language FROM book b WHERE b.account_id = ? AND b.id = ? AND b.deleted_at IS NULL FOR NO KEY UPDATE
INSERT INTO mood_reference AS r (account_id, book_id, id, kind, title, url, note) SELECT b.account_id, b.id, ?, ?, ?, ?, ? FROM book b WHERE b.account_id = ? AND b.id = ? AND b.deleted_at IS NULL AND ( SELECT count(*) FROM mood_reference o WHERE o.account_id = b.account_id AND o.book_id = b.id) < ? RETURNING r.account_id AS owner_of_mood_reference, r.kind, r.title, r.url, r.note, r.id, r.book_id, r.version, r.created_at, r.updated_at

-- update
UPDATE mood_reference r SET "member" = ?, version = version + 1, updated_at = clock_timestamp() WHERE r.account_id = ? AND r.book_id = ? AND r.id = ? AND EXISTS (SELECT FROM book b WHERE b.account_id = ? AND b.id = ? AND b.deleted_at IS NULL) AND r.version = ? RETURNING r.account_id AS owner_of_mood_reference, r.kind, r.title, r.url, r.note, r.id, r.book_id, r.version, r.created_at, r.updated_at

-- remove
DELETE FROM mood_reference r WHERE r.account_id = ? AND r.book_id = ? AND r.id = ? AND EXISTS (SELECT FROM book b WHERE b.account_id = ? AND b.id = ? AND b.deleted_at IS NULL) RETURNING r.id
