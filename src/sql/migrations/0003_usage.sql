-- What an account had written, a line a run. It outlives the run and its book: only the account takes it along.
CREATE TABLE usage_entry (
  account_id text COLLATE "C" NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  run_id text COLLATE "C" NOT NULL,
  -- UTC, the day on which the run began.
  day date NOT NULL,
  kind text NOT NULL,
  book_id text COLLATE "C" NOT NULL,
  model text NOT NULL,
  -- Whether it draws on the quota of its kind: reserved with the run, given back by a run that produced nothing.
  counted boolean NOT NULL DEFAULT true,
  input_tokens integer NOT NULL DEFAULT 0,
  cached_input_tokens integer NOT NULL DEFAULT 0,
  output_tokens integer NOT NULL DEFAULT 0,
  -- True where some of the tokens are our count, because the provider did not say.
  estimated boolean NOT NULL DEFAULT true,
  cost_micros bigint,
  PRIMARY KEY (account_id, run_id)
);
CREATE INDEX usage_entry_of_day ON usage_entry (account_id, day);

INSERT INTO usage_entry (account_id, run_id, day, kind, book_id, model, counted, input_tokens, cached_input_tokens, output_tokens, estimated, cost_micros)
SELECT account_id, id, (started_at AT TIME ZONE 'UTC')::date, kind, book_id, model, state = 'running' OR chars_written > 0,
  coalesce(input_tokens, 0), coalesce(cached_input_tokens, 0), coalesce(output_tokens, 0), output_tokens IS NULL, cost_micros
FROM run;
