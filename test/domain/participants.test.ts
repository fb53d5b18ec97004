import { describe, expect, it } from 'vitest';
import { assemblePrompt } from '../../src/domain/prompt/prompt.ts';
import { inputFor, type SampleBook } from '../books/book.ts';
import { kontor } from '../books/kontor.ts';
import { marches } from '../books/marches.ts';
import { pilot } from '../books/pilot.ts';

const people = (book: SampleBook, order: number) => assemblePrompt(inputFor(book, order, () => 1)).participants.sort();

describe.each([
  ['a thriller in the first person', pilot],
  ['a fantasy with three viewpoints', marches],
  ['a German novel', kontor],
])('the people in each chapter of %s', (_what, book) => {
  it.each(book.chapters.map((chapter, index) => [index + 1, chapter.title, chapter] as const))(
    'are the right ones: %i. %s',
    (order, _title, chapter) => {
      expect(people(book, order)).toEqual([...chapter.people].sort());
    },
  );
});
