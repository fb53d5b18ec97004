-- The place of an event in the order of the log (tx, seq). It is at least the writer's transaction id, and at least every id
-- that had ended when the event was written. So a transaction that writes its first event late writes behind everything that
-- readers can have passed, and readers need not wait for transactions that have written no event.
-- A snapshot of REPEATABLE READ is as old as its transaction and proves nothing, so events are refused there.
CREATE FUNCTION event_place() RETURNS xid8 LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  IF current_setting('transaction_isolation') NOT IN ('read committed', 'read uncommitted') THEN
    RAISE EXCEPTION 'Events are written in READ COMMITTED only. Set default_transaction_isolation to it.';
  END IF;
  RETURN greatest(pg_current_xact_id(), (pg_snapshot_xmax(pg_current_snapshot())::text::bigint - 1)::text::xid8);
END $$;
ALTER TABLE event ALTER COLUMN tx SET DEFAULT event_place();

-- Events before this place are settled: no transaction can write one among them any more. That is the oldest transaction of
-- the snapshot, without those that are known to have written no event: they hold their own id and no write lock on the table,
-- because they are in another database, or work on other tables. An id whose holder is not found counts as a writer.
CREATE FUNCTION event_horizon() RETURNS xid8 LANGUAGE sql STABLE AS $$
  WITH held AS MATERIALIZED (
    SELECT virtualtransaction, transactionid, locktype, mode,
      relation = 'event'::regclass AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) AS on_event
    FROM pg_locks WHERE granted AND locktype IN ('transactionid', 'relation')
  )
  SELECT least(pg_snapshot_xmax(pg_current_snapshot()), pg_current_xact_id_if_assigned(), (
    SELECT x FROM pg_snapshot_xip(pg_current_snapshot()) x
    WHERE NOT EXISTS (
      SELECT FROM held t WHERE t.locktype = 'transactionid' AND t.mode = 'ExclusiveLock' AND t.transactionid = x::xid
        AND NOT EXISTS (
          SELECT FROM held w WHERE w.virtualtransaction = t.virtualtransaction AND w.on_event AND w.mode = 'RowExclusiveLock'))
    ORDER BY x LIMIT 1))
$$;
