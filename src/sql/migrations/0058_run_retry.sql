-- When the provider of a failed run takes requests again, if it said so.
ALTER TABLE run ADD COLUMN retry_at timestamptz(3);
