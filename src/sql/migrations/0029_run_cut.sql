-- What a run left out of the text: `cut` is an array of {at, text}, at start, end or within. `draft` is a whole reply of which
-- nothing became text, such as a refusal.
ALTER TABLE run ADD COLUMN IF NOT EXISTS cut jsonb NOT NULL DEFAULT '[]', ADD COLUMN IF NOT EXISTS draft text;
