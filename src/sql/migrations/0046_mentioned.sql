-- Characters of whom a chapter only speaks, such as the dead and the absent. They take no part in it.
ALTER TABLE chapter ADD COLUMN mentioned_ids text[] NOT NULL DEFAULT '{}';
