import type { Config } from '../../config.ts';
import { invalidState } from '../../errors.ts';
import type { AnySql } from '../../sql/connect.ts';
import { storageOf } from './storage.ts';

/** Throws `invalid_state` for a full account, unless what follows does not grow. Without a quota nothing is read. */
export async function requireSpace(
  { quotaBytes }: Pick<Config, 'quotaBytes'>,
  sql: AnySql,
  accountId: string,
  isNoGrowth: () => Promise<boolean> = async () => false,
): Promise<void> {
  if (quotaBytes === 0) return;
  const { total } = await storageOf(sql, accountId);
  if (total < quotaBytes || (await isNoGrowth())) return;
  invalidState(
    `The account is full: it stores ${total} bytes, and its quota is ${quotaBytes} (QUOTA_BYTES). To free space, delete covers, or former texts of a chapter with POST …/revisions/thin (thinRevisions). A deleted book frees its space after 30 days. GET /v1/account/usage shows what uses it; the operator can raise QUOTA_BYTES.`,
  );
}
