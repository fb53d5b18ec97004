import { describe, expect, it } from 'vitest';
import { facesWith, type Json, ownService, tool } from '../support/faces.ts';
import { describeInTurn } from '../support/turns.ts';

const own = ownService();
const path = '/v1/books/import';
const send = (body: string, query = '', type = 'text/plain') =>
  own.http('POST', `${path}${query}`, body, { 'content-type': type });
const textsOf = async (bookId: string): Promise<string[]> => {
  const { json } = await own.http('GET', `/v1/books/${bookId}?include=content`);
  return json.data.chapters.map(({ content }: Json) => content);
};
const bookCount = async (): Promise<number> => (await own.http('GET', '/v1/books?limit=100')).json.data.length;

const manuscript = 'The Long Weir\nby Ana Prell (1921)\n\n\nChapter 1\n\n\tThe *weir* held.\n\tNobody spoke.\n';

const members =
  'title author language paragraphs chapters { title wordCount firstLine } warnings { code count chapterId }';

/** The preview of an import on each face. */
const previews: Record<string, (input: Json) => Promise<Json>> = {
  REST: async (input) => {
    const { status, json } = await own.http('POST', `${path}?preview=true`, JSON.stringify(input), {
      'content-type': 'application/json',
    });
    expect(status).toBe(200);
    return { ...json.data, warnings: json.warnings };
  },
  GraphQL: async (input) =>
    (await own.graphql(`query ($input: BookImport!) { importPreview(input: $input) { ${members} } }`, { input }))
      .importPreview,
  MCP: async (input) => {
    const { structuredContent } = await tool(own.url(), own.key(), 'import_book', { ...input, preview: true });
    return { ...structuredContent.data, warnings: structuredContent.warnings };
  },
};

describe.each(Object.entries(previews))('a preview of an import through %s (import-export.md)', (_name, preview) => {
  it('shows title page, chapters and warnings, and saves nothing', async () => {
    const before = await bookCount();
    const shown = await preview({ format: 'text', content: manuscript });
    expect(shown).toMatchObject({
      title: 'The Long Weir',
      author: 'Ana Prell',
      language: 'en',
      paragraphs: 'indent',
      chapters: [{ title: 'Chapter 1', wordCount: 5, firstLine: 'The _weir_ held.' }],
    });
    expect(shown.warnings).toEqual([
      expect.objectContaining({ code: 'paragraphs_read', count: 2, chapterId: null }),
      expect.objectContaining({ code: 'headings_by_words', count: 1, chapterId: null }),
      expect.objectContaining({ code: 'year_dropped', count: 1, chapterId: null }),
    ]);
    expect(await bookCount()).toBe(before);
  });

  it('has no author where the account’s name would be taken, and refuses what an import refuses', async () => {
    const shown = await preview({ format: 'markdown', content: '# One\n\nRain.', title: 'Storm' });
    expect(shown).toMatchObject({ title: 'Storm', author: null, paragraphs: null, warnings: [] });
    await expect(preview({ format: 'markdown', content: ' ' })).rejects.toThrow();
  });
});

describeInTurn(facesWith('importBook'))('an import of plain text through %s (import-export.md)', (name, it) => {
  it('reads paragraphs as the request says', async () => {
    const call = own.face(name);
    const content = 'One came.\nTwo went.\n\nThree stayed.';
    const texts = async (paragraphs?: string) =>
      textsOf((await call('importBook', { input: { format: 'text', content, ...(paragraphs && { paragraphs }) } })).id);
    expect(await texts('line')).toEqual(['One came.\n\nTwo went.\n\nThree stayed.']);
    expect(await texts('blank')).toEqual(['One came.\\\nTwo went.\n\nThree stayed.']);
  });
});

describe('an import over REST (import-export.md)', () => {
  it('answers its warnings beside the book, with chapter ids, and takes options in the query', async () => {
    const { status, json } = await send(manuscript, '?paragraphs=line');
    expect(status).toBe(201);
    expect(json.data).not.toHaveProperty('warnings');
    expect(json.warnings.map(({ code }: Json) => code)).toEqual([
      'paragraphs_read',
      'headings_by_words',
      'year_dropped',
    ]);
    expect(json.warnings[0].message).toContain('Each line was read as a paragraph.');
    expect((await send(manuscript, '?paragraphs=page')).json.error.issues[0].path).toBe('paragraphs');
  });

  it('answers the same warnings to a retry with an idempotency key', async () => {
    const headers = { 'content-type': 'text/plain', 'idempotency-key': 'import-warnings' };
    const [first, again] = [
      await own.http('POST', path, manuscript, headers),
      await own.http('POST', path, manuscript, headers),
    ];
    expect(again.text).toBe(first.text);
    expect(again.json.warnings).toHaveLength(3);
  });

  it('previews a file that is the whole body', async () => {
    const { status, json } = await send('# One\n\nRain.\n\n# Two\n\nFog.', '?preview=true', 'text/markdown');
    expect([status, json.data.chapters.length, json.warnings]).toEqual([200, 2, []]);
  });
});

it('the warnings of a book are filled only in the answer of its import', async () => {
  const { json } = await send(manuscript);
  const { book } = await own.graphql('query ($id: ID!) { book(bookId: $id) { warnings { code } } }', {
    id: json.data.id,
  });
  expect(book.warnings).toEqual([]);
});

it('publishing answers short warnings beside the book', async () => {
  const { json } = await send('They came to [insert name of the harbour] at noon.\n');
  const published = await own.http('POST', `/v1/books/${json.data.id}/publish`, { publish: true });
  expect(published.json.warnings).toEqual([
    { code: 'placeholder', message: expect.any(String), count: 1, chapterId: expect.stringMatching(/^ch_/) },
  ]);
  expect(published.json.data).not.toHaveProperty('warnings');
});

it('search and lint show the text of a chapter without escapes', async () => {
  const { json } = await send('- He weighed 5\\*3 stones [insert name of the harbour] at noon.\n');
  const [{ id: chapterId }] = (await own.http('GET', `/v1/books/${json.data.id}/chapters`)).json.data;
  const [content] = await textsOf(json.data.id);
  expect(content).toMatch(/^\\- He weighed 5\\\\\*3/);
  const found = await own.http('GET', `/v1/books/${json.data.id}/search?q=harbour`);
  const [snippet] = found.json.data[0].snippets;
  expect(snippet.text).toBe('- He weighed 5\\*3 stones [insert name of the harbour] at noon.');
  const [{ start, end }] = snippet.highlights;
  expect(snippet.text.slice(start, end)).toBe('harbour');
  const lint = await own.http('GET', `/v1/books/${json.data.id}/chapters/${chapterId}/lint`);
  expect(lint.json.data.findings[0].excerpt).toBe('[insert name of the harbour]');
});
