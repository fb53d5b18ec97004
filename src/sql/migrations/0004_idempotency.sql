-- What came of a request that named an Idempotency-Key: an answer, a run, or nobody knows yet (docs/contract.md, 9).
CREATE TABLE idempotency_key (
  account_id text COLLATE "C" NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  key text COLLATE "C" NOT NULL,
  -- What was asked for, as a hash: the same request is answered again, another is refused.
  request_hash text NOT NULL,
  -- The answer as JSON.
  answer text,
  run_id text COLLATE "C",
  -- While neither is known: until when whoever works on it is believed to be alive.
  held_until timestamptz,
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (account_id, key)
);
CREATE INDEX idempotency_key_oldest ON idempotency_key (created_at);
