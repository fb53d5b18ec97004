import type { AnySql } from '../../sql/connect.ts';
import type { ManifestEntry } from '../prompt/prompt.ts';

/** What the first prompts of runs were made of; runs without an account of it are left out. */
export function manifestsOf(
  sql: AnySql,
  accountId: string,
  runIds: readonly string[],
): Promise<{ id: string; manifest: ManifestEntry[] }[]> {
  return sql<{ id: string; manifest: ManifestEntry[] }[]>`
    SELECT id, manifest FROM run WHERE account_id = ${accountId} AND id = ANY(${[...runIds]}) AND jsonb_typeof(manifest) = 'array'`;
}
