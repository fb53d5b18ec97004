-- Reading a manuscript orders the recaps of its chapters. They are made one after the other, by `place`, so that each carries on
-- the state before it. One that failed stays until the next reading, with its run.
ALTER TABLE recap_order ADD COLUMN place integer, ADD COLUMN failed_at timestamptz(3);
