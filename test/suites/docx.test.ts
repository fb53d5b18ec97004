import mammoth from 'mammoth';
import { expect, inject, it } from 'vitest';
import { authorized, rest } from './support/rest.ts';
import { report } from './support/say.ts';

const content =
  'She said "5 < 6 & 7" ]]> 🌩 שלום 漢字 and *left*, **fast**.\n\n<b>raw</b>\n\n***\n\n- one\n- two\n\n> quoted';

it('mammoth reads an exported manuscript completely and without messages', async () => {
  const book = { premise: 'A lighthouse keeper and a storm.', title: 'Storm & <Light>', author: 'N. Keeper' };
  const chapters = [{ id: '1', title: 'Landfall', text: { content } }];
  const { id } = await rest('POST', '/books/import', { format: 'fabula-book', version: 1, book, chapters });
  const answer = await fetch(`${inject('url')}/v1/books/${id}/export?format=docx`, { headers: authorized() });
  expect(answer.status).toBe(200);
  const { value, messages } = await mammoth.convertToHtml({ buffer: Buffer.from(await answer.arrayBuffer()) });
  report('mammoth', `${value.length} characters, ${messages.length} messages`);
  expect(messages).toEqual([]);
  for (const part of [
    '<p>Storm &amp; &lt;Light&gt;</p>',
    '<h1>Landfall</h1>',
    'She said "5 &lt; 6 &amp; 7" ]]&gt; 🌩 שלום 漢字 and <em>left</em>, <strong>fast</strong>.',
    '<p>&lt;b&gt;raw&lt;/b&gt;</p>',
    '<p>#</p>',
    'quoted',
  ])
    expect(value).toContain(part);
});
