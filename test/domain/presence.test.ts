import { expect, it } from 'vitest';
import { presenceOf } from '../../src/domain/making/outline/presence.ts';
import { inputFor } from '../books/book.ts';
import { pilot } from '../books/pilot.ts';

it('a grade sees the people of the prompt, the narrator and not those of whom a chapter only speaks', () => {
  const { book, ...input } = inputFor(pilot, 1, () => 1);
  const presence = presenceOf({ ...input, book: { ...book, description: null } });
  const byHand = pilot.chapters.map(({ people }) => [...people].sort());
  expect(presence.map((ids) => [...ids].sort())).toEqual(byHand);
});
