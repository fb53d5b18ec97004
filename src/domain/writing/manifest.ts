import type { AnySql } from '../../sql/connect.ts';
import type { ManifestEntry } from '../prompt/prompt.ts';

/** Manifests of the first prompts of these runs. Runs without a manifest are left out. */
export function manifestsOf(
  sql: AnySql,
  accountId: string,
  runIds: readonly string[],
): Promise<{ id: string; manifest: ManifestEntry[] }[]> {
  return sql<{ id: string; manifest: ManifestEntry[] }[]>`
    SELECT account_id AS owner_of_run, id, manifest FROM run WHERE account_id = ${accountId} AND id = ANY(${[...runIds]}) AND jsonb_typeof(manifest) = 'array'`;
}
