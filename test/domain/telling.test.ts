import { describe, expect, it } from 'vitest';
import { assemblePrompt } from '../../src/domain/calls/prompt/prompt.ts';
import { gradeMessages } from '../../src/domain/making/outline/grade-prompt.ts';
import { outlineMessages } from '../../src/domain/making/outline/outline-prompt.ts';
import { rubricFor } from '../../src/domain/making/outline/rubric.ts';
import { blockText, novel, promptText } from './prompt.fixture.ts';

/** A finished novel that was imported and read: no summaries, a recap of each chapter. */
function read(order: number, unread: readonly number[] = []) {
  const input = novel(12, order);
  const chapters = input.chapters.map((one) => ({
    ...one,
    title: `Chapter ${one.order}`,
    summary: '',
    notes: '',
    recap: unread.includes(one.order)
      ? null
      : { events: `Canary ${one.order}. ${'They went on. '.repeat(30)}`, state: `State ${one.order}.`, isStale: false },
  }));
  return { ...input, chapters };
}

const task = (input: ReturnType<typeof read>) => promptText(input).split('\n').at(-1) ?? '';

describe('recaps of chapters without a summary', () => {
  it('tell a rewrite in the middle what it must lead to, and no more than the next three chapters', () => {
    const input = { ...read(5), presentText: 'It rained.', instructions: 'Tighten.' };
    const ahead = blockText(input, 'ahead');
    expect(ahead).toMatch(/<next>6\. Chapter 6 \(as written\): Canary 6\. They went on\..*<\/next>/);
    for (const order of [7, 8])
      expect(ahead).toContain(`<later>${order}. Chapter ${order} (as written): Canary ${order}.`);
    expect(ahead).not.toContain('Canary 9.');
    const user = assemblePrompt(input).messages.at(-1)?.content ?? '';
    const outside = user.replace(/<outline>[\s\S]*?<\/outline>|<ahead>[\s\S]*?<\/ahead>/g, '');
    for (const order of [5, 6, 7, 8, 9, 10, 11, 12]) expect(outside).not.toContain(`Canary ${order}.`);
    for (const order of [6, 7, 12]) expect(user).not.toContain(`State ${order}.`);
    expect(outside).toContain('Canary 4.');
  });

  it('stand in the outline on a line of 120 characters, which is left out if nothing is known of a chapter', () => {
    const lines = blockText(read(5, [3]), 'outline')
      .trim()
      .split('\n');
    expect(lines).toHaveLength(11);
    expect(lines[1]).toBe(
      '2. Chapter 2 (as written): Canary 2. They went on. They went on. They went on. They went on. They went on. They went on.',
    );
    expect(lines.some((line) => line.startsWith('3.'))).toBe(false);
    for (const line of lines) expect(Array.from(line).length).toBeLessThanOrEqual(120);
  });

  it('give way to a summary, and a title of its own is known', () => {
    const input = read(5, [7]);
    const chapters = input.chapters.map((one) =>
      one.order === 6 ? { ...one, summary: 'She leaves.' } : one.order === 7 ? { ...one, title: 'Fog' } : one,
    );
    expect(
      blockText({ ...input, chapters }, 'ahead')
        .trim()
        .split('\n')
        .slice(0, 2),
    ).toEqual(['<next>6. Chapter 6: She leaves.</next>', '<later>7. Fog</later>']);
  });

  it('leave no block and no task for chapters of which nothing is known', () => {
    const input = read(5, [6, 7, 8]);
    expect(promptText(input)).not.toContain('<ahead>\n');
    expect(task(input)).not.toContain('<ahead>');
    expect(task(read(5))).toContain('End before anything in <ahead>.');
    expect(task({ ...read(5), ownText: 'It rained.' })).toContain('End before anything in <ahead>.');
    const { manifest } = assemblePrompt(input);
    expect(manifest.find(({ block }) => block === 'ahead')?.reason).toBe('nothing is known of the next chapters');
  });

  it('are what an outline continues, and what a grade judges, marked as written', () => {
    const { book, ...input } = read(5);
    const material = { ...input, book: { ...book, description: null }, chapterCount: null, moods: [] };
    const [, outline] = outlineMessages(material);
    expect(outline?.content).toContain('6. Chapter 6 (as written): Canary 6.');
    const chapters = input.chapters.map((one) => ({ ...one, summary: one.recap?.events ?? '', isWritten: true }));
    const [rules, grade] = gradeMessages({ ...material, chapters }, rubricFor(null));
    expect(grade?.content).toContain('<as_written>Canary 6.');
    expect(rules?.content).toContain('<as_written> stands for a summary');
  });
});

describe('a chapter that is continued', () => {
  const going = (words: number) => ({ ...novel(12, 5), ownText: 'It rained on the quay. '.repeat(words / 5) });
  const withEdges = (input: ReturnType<typeof going>) => ({
    ...input,
    chapters: input.chapters.map((one) => ({
      ...one,
      opening: `Opens ${one.order}.`,
      closing: `Closes ${one.order}.`,
    })),
  });

  it('has one last page: its own, once it has two hundred words', () => {
    expect(promptText(going(150))).toContain('<previous_ending>\n');
    expect(promptText(going(250))).not.toContain('<previous_ending>\n');
    const { manifest } = assemblePrompt(going(250));
    expect(manifest.find(({ block }) => block === 'previous-tail')?.reason).toBe('the text so far is the last page');
  });

  it('is asked to end otherwise than the last chapters, not to begin', () => {
    expect(blockText(withEdges({ ...going(0), ownText: '' }), 'recent_edges')).toContain('<begins>Opens 4.</begins>');
    const edges = blockText(withEdges(going(250)), 'recent_edges');
    expect(edges).toContain('<ends>Closes 4.</ends>');
    expect(edges).not.toContain('Opens');
  });
});
