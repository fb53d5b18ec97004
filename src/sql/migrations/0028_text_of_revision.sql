-- `node` finds the present text of a chapter by the id of its revision.
CREATE INDEX chapter_text_of_revision ON chapter_text (account_id, revision_id);
