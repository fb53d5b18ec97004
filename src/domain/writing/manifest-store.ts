import type { AnySql } from '../../sql/connect.ts';
import type { ManifestEntry } from '../prompt/prompt.ts';

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
