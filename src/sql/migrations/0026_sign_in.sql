-- One-time codes that sign a browser in. Only their hashes are stored.
CREATE TABLE sign_in_code (
  hash bytea PRIMARY KEY,
  account_id text COLLATE "C" NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  expires_at timestamptz(3) NOT NULL
);
CREATE INDEX sign_in_code_by_expiry ON sign_in_code (expires_at);
CREATE INDEX sign_in_code_of_account ON sign_in_code (account_id);
