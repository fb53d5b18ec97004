import { createHmac } from 'node:crypto';
import { usageRange } from '../../calls/usage/rules.ts';

/** Maximum days of a range: a year (ours). */
export const daysMax = 366;

/** Range of days, with the wording of usage. */
export const analyticsRange = usageRange;
export type { UsageRange as AnalyticsRange } from '../../calls/usage/rules.ts';

/** The page of a view: a chapter id, or one of these. */
export const pages = { title: 'title', all: 'all' } as const;

/** A view of a page of a published book. */
export interface PageView {
  accountId: string;
  bookId: string;
  /** Null for the title page. */
  chapterId: string | null;
  /** Address (the network of IPv6) and user agent of the client, held in memory until the view is counted. */
  address: string;
  agent: string;
}

/** Views of one visitor on one page. */
export interface Visit {
  accountId: string;
  bookId: string;
  page: string;
  /** Hexadecimal; empty for views that count without a visitor. */
  visitor: string;
  views: number;
}

/** Half a SHA-256, enough to distinguish the visitors of a book and day. */
const hashLength = 32;

/** Pseudonym of a visitor, different for each day and book, so that nobody can be tracked. */
export function visitorOf(salt: Uint8Array, { bookId, address, agent }: PageView): string {
  return pseudonym(salt, `${bookId}\n${address}\n${agent}`);
}

/** Pseudonym of a text, different for each day. */
export function pseudonym(salt: Uint8Array, text: string): string {
  return createHmac('sha256', salt).update(text).digest('hex').slice(0, hashLength);
}

/** A view counts for its page and for the whole book. `hasVisitor` tells whether its visitor counts too. */
export function visitsOf(
  salt: Uint8Array,
  views: readonly PageView[],
  hasVisitor: (view: PageView) => boolean = () => true,
): Visit[] {
  const visits = new Map<string, Visit>();
  for (const view of views) {
    const { accountId, bookId, chapterId } = view;
    const visitor = hasVisitor(view) ? visitorOf(salt, view) : '';
    for (const page of [pages.all, chapterId ?? pages.title]) {
      const key = `${bookId} ${page} ${visitor}`;
      const views = (visits.get(key)?.views ?? 0) + 1;
      visits.set(key, { accountId, bookId, page, visitor, views });
    }
  }
  return [...visits.values()];
}
