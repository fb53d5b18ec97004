-- Runs that keep pieces of text of their own: the sweep of texts finds those that are over by it. Pieces of prose are folded
-- into the chapter when their run ends. `next_seq` is 0 once the pieces are gone.
CREATE INDEX IF NOT EXISTS run_with_text ON run (finished_at) WHERE state <> 'running' AND kind NOT IN ('write', 'rewrite') AND next_seq > 0;
