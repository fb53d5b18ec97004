-- Thirty days after its decision a proposal loses its alternatives and the words that it was about.
ALTER TABLE proposal ADD COLUMN is_trimmed boolean NOT NULL DEFAULT false;
CREATE INDEX proposal_to_trim ON proposal (decided_at) WHERE decided_at IS NOT NULL AND NOT is_trimmed;
