import { invalidRequest } from '../../errors.ts';

/** A heading of a manuscript, and where its lines stand. */
export interface Heading {
  /** 1 for the highest. */
  level: number;
  title: string;
  start: number;
  end: number;
}

/** More than any book has; without an end, a file of nothing but headings would fill the memory. Ours. */
const headingsMax = 20_000;

export function refuseTooMany({ length }: readonly unknown[]): void {
  if (length <= headingsMax) return;
  const message = `has over ${headingsMax} headings, which is no book. Take out lines that begin with # and are none.`;
  throw invalidRequest([{ path: 'content', message }]);
}
