import { type Choice, merge } from './merge.ts';

/** The editable fields of a chapter. */
export interface Draft {
  title: string;
  summary: string;
  content: string;
}

export interface Versioned extends Draft {
  version: number;
}

/** Unsaved text with the record that it is based on. */
export interface Unsaved {
  base: Versioned;
  mine: Draft;
}

export const fields = ['title', 'summary', 'content'] as const;

export function draftOf({ title, summary, content }: Draft): Draft {
  return { title, summary, content };
}

/** Only the fields to save. */
export function changed(base: Draft, draft: Draft): Partial<Draft> {
  return Object.fromEntries(
    fields.filter((field) => draft[field] !== base[field]).map((field) => [field, draft[field]]),
  );
}

/** Compares by field; an unchanged draft is replaced. */
export function mergeDrafts(
  base: Draft,
  mine: Draft,
  theirs: Draft,
  choice: Choice,
): { draft: Draft; overlaps: number } {
  const part = (field: keyof Draft) => merge(base[field], mine[field], theirs[field], choice);
  const [title, summary, content] = [part('title'), part('summary'), part('content')];
  return {
    draft: { title: title.text, summary: summary.text, content: content.text },
    overlaps: title.overlaps + summary.overlaps + content.overlaps,
  };
}
