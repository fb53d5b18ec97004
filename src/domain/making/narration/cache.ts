import { bytesPerSample, samplesPerSecond } from '../../../providers/speech.ts';
import type { Sql } from '../../../sql/connect.ts';
import type { SweepResult } from '../../../sql/sweep.ts';
import { packSamples, samplesOf, unpackSamples } from './pcm.ts';
import { retryUntilSaved } from './retry.ts';
import { unusedDaysMax } from './rules.ts';

/** Seconds of audio per cached piece, small enough for memory and statements. */
const pieceSeconds = 10;
const pieceOfSound = pieceSeconds * samplesPerSecond * bytesPerSample;

/** Hashes that the account has in its cache. Marks them as used, so that they are not swept. */
export async function spokenBefore(sql: Sql, accountId: string, hashes: readonly string[]): Promise<Set<string>> {
  const rows = await sql<{ hash: string }[]>`
    UPDATE speech_segment SET last_used_at = clock_timestamp() WHERE account_id = ${accountId}
      AND hash = ANY(${[...hashes]}) RETURNING hash`;
  return new Set(rows.map(({ hash }) => hash));
}

/** Caches speech atomically. If another run was faster, its entry is kept. */
export async function keepSpoken(sql: Sql, accountId: string, hash: string, pcm: Uint8Array): Promise<void> {
  const pieces: Uint8Array[] = [];
  for (let start = 0; start < pcm.length; start += pieceOfSound)
    pieces.push(await packSamples(samplesOf(pcm.subarray(start, start + pieceOfSound))));
  await sql.begin(async (tx) => {
    const made = await tx`
      INSERT INTO speech_segment (account_id, hash) VALUES (${accountId}, ${hash}) ON CONFLICT DO NOTHING RETURNING 1`;
    if (made.length === 0) return;
    for (const [seq, bytes] of pieces.entries())
      await tx`INSERT INTO speech_piece (account_id, hash, seq, bytes)
        VALUES (${accountId}, ${hash}, ${seq}, ${bytes})`;
  });
}

/** Cached samples, some seconds at a time. */
export async function* spokenSamples(
  sql: Sql,
  accountId: string,
  hash: string,
  signal: AbortSignal,
): AsyncGenerator<Int16Array, void, void> {
  for (let seq = 0; ; seq += 1) {
    const [piece] = await retryUntilSaved(
      signal,
      () => sql<{ bytes: Uint8Array }[]>`
        SELECT account_id AS owner_of_speech_piece, bytes FROM speech_piece WHERE account_id = ${accountId}
          AND hash = ${hash} AND seq = ${seq}`,
    );
    if (!piece && seq === 0) throw new Error('What was spoken is not there.');
    if (!piece) return;
    yield await unpackSamples(piece.bytes);
  }
}

/** Deletes a part of the speech that was unused for 30 days. */
export function sweepSpeech(sql: Sql): Promise<SweepResult> {
  const isUnused = () => sql`last_used_at < now() - make_interval(days => ${unusedDaysMax})`;
  // The outer condition protects a segment that is being used.
  return sql`
    DELETE FROM speech_segment WHERE ${isUnused()} AND (account_id, hash) IN (
      SELECT account_id, hash FROM speech_segment WHERE ${isUnused()} LIMIT 50)`;
}
