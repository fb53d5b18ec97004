import { invalidRequest } from '../../../../errors.ts';

/** A heading of a manuscript with its lines. */
export interface Heading {
  /** 1 is the highest. */
  level: number;
  title: string;
  start: number;
  end: number;
  /** Underlined with dashes, which is a scene break in the text of a chapter. */
  isDashed?: boolean;
  /** The title of the book, as a title page shows. */
  isTitle?: boolean;
  /** Found by its words alone: without them the line would be text. */
  isWorded?: boolean;
}

/** Limit against files that consist of headings. Ours. */
const headingsMax = 20_000;

export function refuseTooMany({ length }: readonly unknown[]): void {
  if (length <= headingsMax) return;
  const message = `has more than ${headingsMax} headings, which is the limit. Remove lines that begin with # and are not headings.`;
  throw invalidRequest([{ path: 'content', message }]);
}
