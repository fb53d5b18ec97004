-- What was imported was made by runs that are not here.
ALTER TABLE outline_variant ALTER COLUMN run_id DROP NOT NULL;
ALTER TABLE chapter_recap ALTER COLUMN run_id DROP NOT NULL;

-- The chapter by whose id findings are told from each other: waivers of an imported chapter are of its former id. Null: by its own.
ALTER TABLE chapter ADD COLUMN lint_id text COLLATE "C";
