import { createHmac } from 'node:crypto';
import { usageRange } from '../usage/rules.ts';

/** Days of a range at most: a year (ours). */
export const daysMax = 366;

/** Which days are asked about: the same words as for usage. */
export const analyticsRange = usageRange;
export type { UsageRange as AnalyticsRange } from '../usage/rules.ts';

/** What a view is of: a chapter's id, or one of these. */
export const pages = { title: 'title', all: 'all' } as const;

/** Someone opened a page of a published book. */
export interface View {
  accountId: string;
  bookId: string;
  /** Null for the page of the book itself. */
  chapterId: string | null;
  /** Of the other end. Kept until the view has been counted, in memory alone; so is the agent. */
  address: string;
  agent: string;
}

/** The views of one visitor on one page. */
export interface Visit {
  accountId: string;
  bookId: string;
  page: string;
  /** In hexadecimal. */
  visitor: string;
  views: number;
}

/** Half a SHA-256: enough to tell the visitors of a book and day apart. */
const hashLength = 32;

/** A visitor as nobody can follow them: another one on every day and for every book. */
export function visitorOf(salt: Uint8Array, { bookId, address, agent }: View): string {
  return createHmac('sha256', salt).update(`${bookId}\n${address}\n${agent}`).digest('hex').slice(0, hashLength);
}

/** Each view counts for its page and for the book as a whole. */
export function visitsOf(salt: Uint8Array, views: readonly View[]): Visit[] {
  const visits = new Map<string, Visit>();
  for (const view of views) {
    const { accountId, bookId, chapterId } = view;
    const visitor = visitorOf(salt, view);
    for (const page of [pages.all, chapterId ?? pages.title]) {
      const key = `${page} ${visitor}`;
      const views = (visits.get(key)?.views ?? 0) + 1;
      visits.set(key, { accountId, bookId, page, visitor, views });
    }
  }
  return [...visits.values()];
}
