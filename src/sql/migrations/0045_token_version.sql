-- Of several rotations of one version of a key, one succeeds.
ALTER TABLE token ADD COLUMN version integer NOT NULL DEFAULT 1;
