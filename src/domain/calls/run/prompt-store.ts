import { promisify } from 'node:util';
import { deflate, inflate } from 'node:zlib';
import type { TextMessage } from '../../../providers/text-provider.ts';
import type { AnySql, Sql } from '../../../sql/connect.ts';
import { partSize, type SweepResult } from '../../../sql/sweep.ts';
import type { ManifestEntry } from '../prompt/manifest.ts';
import { runTextDays } from './rules.ts';

const [deflated, inflated] = [promisify(deflate), promisify(inflate)];

/** The first prompt of a run, without its messages. */
export interface RunPrompt {
  runId: string;
  manifest: ManifestEntry[];
  keptUntil: Date;
}

/** Messages as they are stored. */
export interface PackedMessages {
  messages: Buffer;
  /** Size of the JSON. */
  bytes: number;
}

export async function packed(messages: readonly TextMessage[]): Promise<PackedMessages> {
  const json = Buffer.from(JSON.stringify(messages));
  return { messages: await deflated(json), bytes: json.length };
}

async function unpacked(messages: Buffer): Promise<TextMessage[]> {
  return JSON.parse((await inflated(messages)).toString());
}

const kept = (sql: AnySql) => sql`make_interval(days => ${runTextDays})`;

/** Prompts of these runs, of books that are not deleted. Runs without one are left out. */
export function promptsOf(sql: AnySql, accountId: string, runIds: readonly string[]): Promise<RunPrompt[]> {
  return sql<RunPrompt[]>`
    SELECT r.account_id AS owner_of_run, r.id AS run_id, r.manifest, p.sent_at + ${kept(sql)} AS kept_until
    FROM run r JOIN run_prompt p ON p.account_id = r.account_id AND p.run_id = r.id
      JOIN book b ON b.account_id = r.account_id AND b.id = r.book_id AND b.deleted_at IS NULL
    WHERE r.account_id = ${accountId} AND r.id = ANY(${[...runIds]}) AND p.sent_at > now() - ${kept(sql)}`;
}

/** The messages that a run sent first, with the size of their JSON. */
export interface SentMessages {
  runId: string;
  messages: TextMessage[];
  bytes: number;
}

/** Messages of these runs. Undefined if all together have more bytes than `bytesMax`. */
export async function messagesWithin(
  sql: AnySql,
  accountId: string,
  runIds: readonly string[],
  bytesMax: number,
): Promise<SentMessages[] | undefined> {
  const rows = await sql<{ runId: string; messages: Buffer | null; bytes: number }[]>`
    SELECT account_id AS owner_of_run_prompt, run_id, bytes,
      CASE WHEN sum(bytes) OVER () <= ${bytesMax} THEN messages END AS messages
    FROM run_prompt WHERE account_id = ${accountId} AND run_id = ANY(${[...runIds]})`;
  const sent: SentMessages[] = [];
  for (const { messages, ...row } of rows) {
    if (messages === null) return undefined;
    sent.push({ ...row, messages: await unpacked(messages) });
  }
  return sent;
}

/** Manifests of the first prompts of these runs. Runs without a manifest are left out. */
export async function manifestsOf(
  sql: AnySql,
  accountId: string,
  runIds: readonly string[],
): Promise<{ id: string; manifest: ManifestEntry[] }[]> {
  const rows = await sql<{ id: string; manifest: StoredEntry[] }[]>`
    SELECT account_id AS owner_of_run, id, manifest FROM run WHERE account_id = ${accountId}
      AND id = ANY(${[...runIds]}) AND jsonb_typeof(manifest) = 'array'`;
  return rows.map(({ id, manifest }) => ({ id, manifest: manifest.map(currentEntry) }));
}

/** An entry as runs stored it before `fullTokens`. */
type StoredEntry = Omit<ManifestEntry, 'status' | 'fullTokens'> & { status: string; fullTokens?: number | null };

const formerStatus: Record<string, string> = { kept: 'full', trimmed: 'shortened', dropped: 'omitted' };

function currentEntry({ status: stored, fullTokens, ...entry }: StoredEntry): ManifestEntry {
  const status = (formerStatus[stored] ?? stored) as ManifestEntry['status'];
  return { ...entry, status, fullTokens: fullTokens ?? (status === 'full' ? entry.tokens : null) };
}

/** Deletes a part of the prompts that are no longer kept. */
export async function sweepRunPrompts(sql: Sql): Promise<SweepResult> {
  const { count } = await sql`
    DELETE FROM run_prompt WHERE sent_at <= now() - ${kept(sql)} AND ctid = ANY (ARRAY(
      SELECT ctid FROM run_prompt WHERE sent_at <= now() - ${kept(sql)} LIMIT ${partSize} FOR UPDATE SKIP LOCKED))`;
  return { count };
}

/** A part of the statement that deletes a chapter: the prompts of its runs go with it, because they quote its text. */
export const promptsRemoved = (sql: AnySql, { accountId, chapterId }: { accountId: string; chapterId: string }) => sql`
  sent AS (
    DELETE FROM run_prompt p USING run r WHERE p.account_id = ${accountId} AND r.account_id = p.account_id
      AND r.id = p.run_id AND r.chapter_id = ${chapterId}
  )`;
