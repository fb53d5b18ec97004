-- ofBook
SELECT r.account_id AS owner_of_character, r.name, r.aliases, r.role, r.bio, r.voice_profile, r.want, r.fear, r.lie, r.is_pov, r.status, r.dated_aliases, r.id, r.book_id, r.version, r.created_at, r.updated_at FROM book b LEFT JOIN character r ON r.account_id = b.account_id AND r.book_id = b.id WHERE b.account_id = ? AND b.id = ? AND b.deleted_at IS NULL ORDER BY r.id

-- ofBooks
SELECT r.account_id AS owner_of_character, r.name, r.aliases, r.role, r.bio, r.voice_profile, r.want, r.fear, r.lie, r.is_pov, r.status, r.dated_aliases, r.id, r.book_id, r.version, r.created_at, r.updated_at FROM character r WHERE r.account_id = ? AND r.book_id = ANY(?) ORDER BY r.id

-- byIds
SELECT r.account_id AS owner_of_character, r.name, r.aliases, r.role, r.bio, r.voice_profile, r.want, r.fear, r.lie, r.is_pov, r.status, r.dated_aliases, r.id, r.book_id, r.version, r.created_at, r.updated_at FROM character r WHERE r.account_id = ? AND EXISTS ( SELECT FROM book b WHERE b.account_id = ? AND b.id = r.book_id AND b.deleted_at IS NULL) AND r.id = ANY(?)

-- byId
SELECT r.account_id AS owner_of_character, r.name, r.aliases, r.role, r.bio, r.voice_profile, r.want, r.fear, r.lie, r.is_pov, r.status, r.dated_aliases, r.id, r.book_id, r.version, r.created_at, r.updated_at FROM character r WHERE r.account_id = ? AND r.book_id = ? AND r.id = ? AND EXISTS (SELECT FROM book b WHERE b.account_id = ? AND b.id = ? AND b.deleted_at IS NULL)

-- insert
INSERT INTO character AS r (account_id, book_id, id, name, aliases, role, bio, voice_profile, want, fear, lie, is_pov, status, dated_aliases) SELECT b.account_id, b.id, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ? FROM book b WHERE b.account_id = ? AND b.id = ? AND b.deleted_at IS NULL AND ( SELECT count(*) FROM character o WHERE o.account_id = b.account_id AND o.book_id = b.id) < ? RETURNING r.account_id AS owner_of_character, r.name, r.aliases, r.role, r.bio, r.voice_profile, r.want, r.fear, r.lie, r.is_pov, r.status, r.dated_aliases, r.id, r.book_id, r.version, r.created_at, r.updated_at
SELECT b.language FROM book b WHERE b.account_id = ? AND b.id = ? AND b.deleted_at IS NULL FOR NO KEY UPDATE
INSERT INTO character AS r (account_id, book_id, id, name, aliases, role, bio, voice_profile, want, fear, lie, is_pov, status, dated_aliases) SELECT b.account_id, b.id, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ? FROM book b WHERE b.account_id = ? AND b.id = ? AND b.deleted_at IS NULL AND ( SELECT count(*) FROM character o WHERE o.account_id = b.account_id AND o.book_id = b.id) < ? RETURNING r.account_id AS owner_of_character, r.name, r.aliases, r.role, r.bio, r.voice_profile, r.want, r.fear, r.lie, r.is_pov, r.status, r.dated_aliases, r.id, r.book_id, r.version, r.created_at, r.updated_at

-- update
UPDATE character r SET "member" = ?, version = version + 1, updated_at = clock_timestamp() WHERE r.account_id = ? AND r.book_id = ? AND r.id = ? AND EXISTS (SELECT FROM book b WHERE b.account_id = ? AND b.id = ? AND b.deleted_at IS NULL) AND r.version = ? RETURNING r.account_id AS owner_of_character, r.name, r.aliases, r.role, r.bio, r.voice_profile, r.want, r.fear, r.lie, r.is_pov, r.status, r.dated_aliases, r.id, r.book_id, r.version, r.created_at, r.updated_at

-- remove
DELETE FROM character r WHERE r.account_id = ? AND r.book_id = ? AND r.id = ? AND EXISTS (SELECT FROM book b WHERE b.account_id = ? AND b.id = ? AND b.deleted_at IS NULL) RETURNING r.id
