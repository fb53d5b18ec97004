-- Small steps of one sitting at a text need no revision each (contract 5). All null for a text that came in another way.
ALTER TABLE chapter_text
  -- The token that set it by hand.
  ADD COLUMN saved_by text COLLATE "C",
  -- When the sitting began.
  ADD COLUMN begun_at timestamptz(3),
  -- Code points that the steps of the sitting have taken out.
  ADD COLUMN removed integer;
