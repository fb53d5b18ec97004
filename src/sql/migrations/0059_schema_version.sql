-- Triggers are made anew when a declaration changes. They carry the number of the newest migration that the code knew, and no
-- older code replaces them: versions before this one, which do not look at migrations that they do not know, fail here.
ALTER TABLE migration ADD COLUMN version integer NOT NULL DEFAULT 0;

CREATE FUNCTION keep_newer_triggers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.sha256 <> OLD.sha256 AND NEW.version <= OLD.version THEN
    RAISE EXCEPTION 'This database is newer than this version of Fabula (%). Start the version that migrated it, or a newer one.', OLD.name;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER keep_newer_triggers BEFORE UPDATE ON migration FOR EACH ROW EXECUTE FUNCTION keep_newer_triggers();
