import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { type Json, ownService, refusal } from '../support/faces.ts';
import { paragraphsIn } from '../support/tracked.ts';

const own = ownService();
const rest = own.face('REST');
const content = [
  '## The *quay*',
  'The ferry came late. Nobody was on the quay, and “the lamp” was out.',
  '- one lamp\n- *two* lamps',
  'She waited.[^1] It {++rained++} all night.',
  '[^1]: For hours.',
].join('\n\n');

async function file(bookId: string, query: string): Promise<Uint8Array> {
  const answer = await fetch(`${own.url()}/v1/books/${bookId}/export?${query}`, {
    headers: { authorization: `Bearer ${own.key()}` },
  });
  expect(answer.status).toBe(200);
  return new Uint8Array(await answer.arrayBuffer());
}
const markdown = async (bookId: string, marks: string) =>
  strFromU8(await file(bookId, `format=markdown&marks=${marks}`)).replace(/^---[\s\S]*?---\n\n# .*\n\n/, '');
async function docx(bookId: string, marks: string) {
  const files = unzipSync(await file(bookId, `format=docx&marks=${marks}`));
  return { text: strFromU8(files['word/document.xml'] ?? new Uint8Array()), files };
}

async function reviewed() {
  const bookId = await own.newBook({ title: 'Low Water' });
  const chapterId = await own.newChapter(bookId, { title: 'Fog', content });
  const edits = [
    {
      quote: 'ferry came late',
      replacement: 'ferry never came',
      reason: 'It sank in chapter 2.',
      alternatives: ['boat came'],
    },
    { quote: 'Nobody was on the quay', replacement: 'Nobody stood on the old quay' },
    { quote: 'the quay, and', replacement: 'the pier, and' },
    { quote: '*two* lamps', replacement: '**three** lamps' },
    { quote: ' all night', replacement: '' },
    { quote: 'She waited.', replacement: 'She waited.\n\nThen she *left*.' },
  ];
  await rest('proposeEdits', { bookId, input: { edits: edits.map((edit) => ({ chapterId, ...edit })) } });
  const { id } = await rest('addNote', {
    bookId,
    input: { chapterId, quote: 'the lamp', body: 'Which lamp?\n\nThe red one?', kind: 'question' },
  });
  await rest('addNote', { bookId, input: { parentId: id, body: 'The green one.' } });
  await rest('addNote', { bookId, input: { chapterId, body: 'Too short.' } });
  await rest('addNote', { bookId, input: { body: 'A good book.' } });
  const gone = await rest('addNote', { bookId, input: { body: 'Done already.' } });
  await rest('updateNote', { bookId, noteId: gone.id, patch: { resolved: true } });
  return { bookId, chapterId };
}

/** The text if all changes are made, or none. */
function decided(text: string, isAccepted: boolean): string {
  return text
    .replace(/\{>>[\s\S]*?<<\}/g, '')
    .replace(/\{==([\s\S]*?)==\}/g, '$1')
    .replace(/\{~~([\s\S]*?)~>([\s\S]*?)~~\}/g, isAccepted ? '$2' : '$1')
    .replace(/(?<!\\)\{\+\+([\s\S]*?)\+\+\}/g, isAccepted ? '$1' : '')
    .replace(/\{--([\s\S]*?)--\}/g, isAccepted ? '' : '$1')
    .replaceAll('\\{++', '{++')
    .trim();
}

describe('an export with open proposals and notes', () => {
  it('as CriticMarkup shows them where they are', async () => {
    const { bookId } = await reviewed();
    const text = await markdown(bookId, 'criticmarkup');
    expect(text).toContain('The ferry {~~came late~>never came~~}{>>It sank in chapter 2. Or: “boat came”.<<}. Nobody');
    expect(text).toContain(
      'Nobody {~~was~>stood~~} on the {++old ++}quay{>>On “the quay, and”: Proposed instead: the pier, and<<}',
    );
    expect(text).toContain('“{==the lamp==}{>>Which lamp? The red one? — The green one.<<}”');
    expect(text).toContain('It \\{++rained++}{-- all night--}.');
    expect(text.startsWith('{>>Too short.<<}\n\n{>>On the book: A good book.<<}\n\n## The *quay*')).toBe(true);
    expect(text).not.toContain('Done already');
    expect(decided(text, false)).toBe(content);
  });

  it.each(['criticmarkup', 'tracked'])(
    'as %s is the book itself if none is accepted, and the accepted one if all are',
    async (marks) => {
      const { bookId, chapterId } = await reviewed();
      const [marked, plain] = [
        marks === 'tracked' ? (await docx(bookId, marks)).text : await markdown(bookId, marks),
        marks === 'tracked' ? (await docx(bookId, 'none')).text : await markdown(bookId, 'none'),
      ];
      const shown = (text: string, isAccepted: boolean) =>
        marks === 'tracked' ? paragraphsIn(text, isAccepted).slice(5) : decided(text, isAccepted);
      const unmarked = (text: string) => (marks === 'tracked' ? shown(text, false) : text.trim());
      expect(shown(marked, false)).toEqual(unmarked(plain));
      const { data } = (await own.http('GET', `/v1/books/${bookId}/proposals?state=open`)).json;
      await rest('acceptProposals', {
        bookId,
        input: { ids: data.map(({ id }: Json) => id).reverse(), partial: true },
      });
      const after = marks === 'tracked' ? (await docx(bookId, 'none')).text : await markdown(bookId, 'none');
      const words = (text: unknown) => JSON.stringify(text).replace(/[",[\]\s]|\\n/g, '');
      expect(words(shown(marked, true))).toBe(words(unmarked(after)));
      expect((await rest('chapter', { bookId, chapterId })).content).toContain('never came');
    },
  );

  it('as tracked changes has authors, comments and their files', async () => {
    const { bookId } = await reviewed();
    const { text, files } = await docx(bookId, 'tracked');
    const comments = strFromU8(files['word/comments.xml'] ?? new Uint8Array());
    expect([...comments.matchAll(/<w:comment [^>]*w:author="(\w+)"/g)].map(([, author]) => author)).toEqual(
      Array.from({ length: 5 }, () => 'Person'),
    );
    for (const said of [
      'Which lamp?',
      '— The green one.',
      'Too short.',
      'On the book: A good book.',
      'Proposed instead',
    ])
      expect(comments).toContain(said);
    const ids = [...text.matchAll(/<w:commentReference w:id="(\d+)"/g)].map(([, id]) => id).sort();
    expect(ids).toEqual([...comments.matchAll(/<w:comment [^>]*w:id="(\d+)"/g)].map(([, id]) => id).sort());
    expect(text).toMatch(/<w:ins [^>]*w:author="Person"[^>]*><w:r>(?:(?!<\/w:r>).)*<w:b\/>(?:(?!<\/w:r>).)*three/);
    expect(strFromU8(files['[Content_Types].xml'] ?? new Uint8Array())).toContain('/word/comments.xml');
    expect(text).not.toMatch(/[\u{f0000}-\u{ffffd}]/u);
    expect(await docx(bookId, 'tracked')).toEqual({ text, files });
  });

  it('as tracked changes tells on the title what has no place in a document', async () => {
    const { bookId, chapterId } = await reviewed();
    const edits = [{ chapterId, quote: 'For hours', replacement: 'For days' }];
    await rest('proposeEdits', { bookId, input: { edits } });
    const { text, files } = await docx(bookId, 'tracked');
    expect(strFromU8(files['word/comments.xml'] ?? new Uint8Array())).toContain('Proposed: “hours” → “days”');
    expect(strFromU8(files['word/footnotes.xml'] ?? new Uint8Array())).toContain('For hours.');
    expect(
      text
        .split('w:val="Heading1"')[1]
        ?.split('</w:p>')[0]
        ?.match(/<w:commentReference/g),
    ).toHaveLength(3);
  });

  it('is refused for another format, with what to set', async () => {
    const { bookId } = await reviewed();
    for (const [format, marks] of [
      ['epub', 'tracked'],
      ['markdown', 'tracked'],
      ['docx', 'criticmarkup'],
    ] as const) {
      const { json } = await own.http('GET', `/v1/books/${bookId}/export?format=${format}&marks=${marks}`);
      expect(json.error).toMatchObject({ code: 'invalid_request', issues: [{ path: 'marks' }] });
      for (const face of ['GraphQL', 'MCP'] as const)
        expect((await refusal(own.face(face)('bookExport', { bookId, format, marks }))).code).toBe('invalid_request');
    }
  });

  it('has a link with its marks', async () => {
    const { bookId } = await reviewed();
    const { url } = await own.face('GraphQL')('bookExport', { bookId, format: 'docx', marks: 'tracked' });
    expect(url).toMatch(/format=docx&marks=tracked$/);
    const produced = await own.http('POST', `/v1/books/${bookId}/produce`, {
      format: 'markdown',
      marks: 'criticmarkup',
    });
    expect(produced.status).toBe(200);
  });
});
