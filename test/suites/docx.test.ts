import mammoth from 'mammoth';
import { expect, inject, it } from 'vitest';
import { constructs } from '../support/constructs.ts';
import fc from '../support/fast-check.ts';
import { proseShapes } from '../support/prose-shapes.ts';
import { authorized, rest } from './support/rest.ts';
import { report } from './support/say.ts';

const content =
  'She said "5 < 6 & 7" ]]> 🌩 שלום 漢字 and *left*, **fast**.[^1]\n\n<b>raw</b>\n\n***\n\n- one\n- two\n\n> quoted\n\n| a | b |\n| - | - |\n| c | ~~d~~ |\n\n[^1]: A *note*.';

async function readByMammoth(book: object, contents: string[]) {
  const chapters = contents.map((content, index) => ({ id: String(index), title: 'Landfall', text: { content } }));
  const { id } = await rest('POST', '/books/import', { format: 'fabula-book', version: 1, book, chapters });
  const answer = await fetch(`${inject('url')}/v1/books/${id}/export?format=docx`, { headers: authorized() });
  expect(answer.status).toBe(200);
  return mammoth.convertToHtml({ buffer: Buffer.from(await answer.arrayBuffer()) });
}

it('mammoth reads an exported manuscript completely and without messages', async () => {
  const book = { premise: 'A lighthouse keeper and a storm.', title: 'Storm & <Light>', author: 'N. Keeper' };
  const { value, messages } = await readByMammoth(book, [content]);
  report('mammoth', `${value.length} characters, ${messages.length} messages`);
  expect(messages).toEqual([]);
  for (const part of [
    '<p>Storm &amp; &lt;Light&gt;</p>',
    '<h1>Landfall</h1>',
    'She said "5 &lt; 6 &amp; 7" ]]&gt; 🌩 שלום 漢字 and <em>left</em>, <strong>fast</strong>.<sup><a href="#footnote-1"',
    '<li id="footnote-1"><p>A <em>note</em>.',
    '<td><p>c</p></td><td><p><s>d</s></p></td>',
    '<p>&lt;b&gt;raw&lt;/b&gt;</p>',
    '<p>#</p>',
    'quoted',
  ])
    expect(value).toContain(part);
});

it('mammoth reads every construct, and random chapters with all their words, without messages', async () => {
  const book = { premise: 'A lighthouse keeper and a storm.', title: 'Storm' };
  expect(
    (
      await readByMammoth(
        book,
        constructs.map(({ markdown }) => markdown),
      )
    ).messages,
  ).toEqual([]);
  const shapes = fc.sample(proseShapes, { numRuns: 30, seed: fc.readConfigureGlobal().seed ?? 1 });
  const { value, messages } = await readByMammoth(
    book,
    shapes.map(({ markdown }) => markdown),
  );
  expect(messages).toEqual([]);
  // It puts all notes behind the text.
  const words = value.replace(/<[^>]*>/g, '').match(/w\d+w/g);
  expect(words).toEqual([...shapes.flatMap(({ body }) => body), ...shapes.flatMap(({ notes }) => notes.flat())]);
});
