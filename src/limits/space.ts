import type { Config } from '../config.ts';
import { invalidState } from '../errors.ts';
import type { AnySql, Transaction } from '../sql/connect.ts';
import { answersBytesMax, dropOldAnswers } from '../sql/idempotency.ts';
import { addedIn, lockSpace, storageOf } from './storage.ts';

type Quota = Pick<Config, 'quotaBytes'>;

/** A change that adds at most so many bytes is small (ours). */
const smallBytes = 4_096;
/** Bytes beyond the quota that small changes may use, in all. Ours: a full account can still be worked on. */
const reservedBytes = 65_536;

/** Throws `invalid_state` for a full account. Without a quota nothing is read. */
export async function requireSpace({ quotaBytes }: Quota, sql: AnySql, accountId: string): Promise<void> {
  if (quotaBytes === 0) return;
  const { total } = await storageOf(sql, accountId);
  if (total >= quotaBytes) refuse(total, quotaBytes);
}

/**
 * Throws `invalid_state`, which rolls the transaction back, if it has added to a full account. Call it last: other
 * transactions that add wait until this one ends. Small changes may use `reservedBytes`.
 */
export async function refuseGrowth(
  { quotaBytes }: Quota,
  tx: Transaction,
  accountId: string,
  kind: 'adds' | 'changes',
): Promise<void> {
  if (quotaBytes === 0) return;
  const added = await addedIn(tx, accountId);
  if (added <= 0) return;
  await lockSpace(tx, accountId);
  const { total } = await storageOf(tx, accountId);
  const former = total - added;
  const limit = kind === 'changes' && added <= smallBytes ? quotaBytes + reservedBytes : quotaBytes;
  if (former >= limit) refuse(former, quotaBytes);
}

/** Answers without a quota that are stored without asking for room (ours). A sweep bounds them. */
const smallAnswerBytes = 65_536;
/** The part of the answers that stays when they make room (ours), so that not each request has to. */
const stayingShare = 0.75;

/** Bytes of stored answers of an account (ours): a tenth of its quota, so that they leave room to what an author writes. */
function answersMaxOf(quotaBytes: number): number {
  const share = Math.max(smallAnswerBytes, quotaBytes / 10);
  return quotaBytes === 0 ? answersBytesMax : Math.min(answersBytesMax, share);
}

/**
 * Makes room for an answer that is stored under an idempotency key: older ones make way. False if an account has no room even
 * so. Call it last in the transaction that stores it.
 */
export async function roomForAnswer(
  { quotaBytes }: Quota,
  tx: Transaction,
  accountId: string,
  bytes: number,
): Promise<boolean> {
  if (quotaBytes === 0 && bytes <= smallAnswerBytes) return true;
  await lockSpace(tx, accountId);
  const { answers, total } = await storageOf(tx, accountId);
  const reserved = bytes <= smallBytes ? reservedBytes : 0;
  const free = quotaBytes === 0 ? Number.POSITIVE_INFINITY : quotaBytes + reserved - total;
  const staying = Math.min(answersMaxOf(quotaBytes), answers + free) - bytes;
  if (staying < 0) return false;
  if (answers > staying) await dropOldAnswers(tx, accountId, Math.floor(staying * stayingShare));
  return true;
}

function refuse(total: number, quotaBytes: number): never {
  invalidState(
    `The account is full: it stores ${total} bytes, and its quota is ${quotaBytes} (QUOTA_BYTES). To free space, delete covers, decided proposals with DELETE …/proposals/{proposalId} (deleteProposal), former texts of a chapter with POST …/revisions/thin (thinRevisions), or chapters with DELETE …/chapters/{chapterId}?forever=true (deleteChapter with forever). Deleted books and chapters, and prompts of runs, free their space after 30 days, answers under idempotency keys after one. GET /v1/account/usage shows what uses it; the operator can raise QUOTA_BYTES.`,
  );
}
