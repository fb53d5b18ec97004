import { describe, expect, it } from 'vitest';
import { type Json, ownService } from '../support/faces.ts';

const own = ownService();
const rest = own.face('REST');
const jobs = () => own.running().service.services.work.performed;

/** Texts that once blocked the main thread for seconds, shortened for the test. */
const worst: [what: string, text: string][] = [
  ['short sentences', 'A b. '.repeat(8_000)],
  ['rows of a table', `${'| a | b |\n'.repeat(4_000)}`],
  ['one long line', 'word '.repeat(8_000)],
  ['names that nearly match', 'Odille asked Odyle. '.repeat(2_000)],
];

async function chapterOf(content: string) {
  const bookId = await own.newBook();
  await own.newCharacter(bookId, 'Odile');
  return { bookId, chapterId: await own.newChapter(bookId, { content }) };
}

describe('a long text is processed once for each purpose, by a worker thread', () => {
  it.each(worst)('for checks: %s', async (_what, text) => {
    const at = await chapterOf(text);
    const before = jobs();
    const report = await rest('lintChapter', at);
    expect(jobs() - before).toBe(1);
    expect(await rest('lintChapter', at)).toEqual(report);
    expect(jobs() - before).toBe(1);
  });

  it.each(worst)('for a comparison: %s', async (_what, text) => {
    const at = await chapterOf(text);
    const [{ id: revisionId }] = await rest('revisions', at);
    const before = jobs();
    const compare = (): Promise<Json> => rest('revisionDiff', { ...at, revisionId, against: 'previous' });
    const { parts } = await compare();
    const added = parts.flatMap(({ kind, text: part }: Json) => (kind === 'insert' ? [part] : [])).join('');
    expect(added === text).toBe(true);
    await compare();
    expect(jobs() - before).toBe(1);
  });

  it('as HTML, however often a document selects it', async () => {
    const at = await chapterOf(worst[0]?.[1] ?? '');
    const before = jobs();
    const aliases = Array.from({ length: 28 }, (_, n) => `a${n}: html`).join(' ');
    const query = `query ($bookId: ID!, $chapterId: ID!) { chapter(bookId: $bookId, chapterId: $chapterId) { ${aliases} } }`;
    const { chapter } = await own.graphql(query, at);
    expect(new Set(Object.values(chapter)).size).toBe(1);
    expect(chapter.a0).toMatch(/^<p>A b\. A b\./);
    expect(jobs() - before).toBe(1);
  });

  it('for the differences of a page of proposals', async () => {
    const at = await chapterOf(
      Array.from({ length: 12 }, (_, n) => `Part ${n} ${'said so. '.repeat(80)}`).join('\n\n'),
    );
    const edits = Array.from({ length: 12 }, (_, n) => ({
      ...at,
      quote: `Part ${n} ${'said so. '.repeat(80)}`.trim(),
      replacement: `Part ${n} ${'wrote so. '.repeat(80)}`.trim(),
    }));
    const { bookId } = at;
    await rest('proposeEdits', { bookId, input: { edits: edits.map(({ bookId: _book, ...edit }) => edit) } });
    const before = jobs();
    const query = `query ($bookId: ID!) {
      proposals(bookId: $bookId, first: 99) { nodes { a: diff { kind text } b: diff { kind text } replacement } } }`;
    const { proposals } = await own.graphql(query, { bookId });
    for (const { a, b, replacement } of proposals.nodes) {
      const made = a.flatMap(({ kind, text }: Json) => (kind === 'delete' ? [] : [text])).join('');
      expect([made, b]).toEqual([replacement, a]);
    }
    expect(jobs() - before).toBe(1);
  });

  const frontMatters: [what: string, yaml: string][] = [
    ['escapes', `note: "${'\\u'.repeat(15_000)}`],
    ['brackets', `note: ${'['.repeat(30_000)}`],
    ['anchors', `note: ${'&a '.repeat(10_000)}`],
    ['keys of keys', `note:\n  ${'? '.repeat(2_000)}`],
  ];
  it.each(frontMatters)('in the front matter of a document: %s', async (_what, yaml) => {
    const before = jobs();
    const content = `---\ntitle: Tides\n${yaml}\n---\n\nThe tide turned.\n`;
    const query = 'query ($input: BookImport!) { importPreview(input: $input) { title } }';
    const { importPreview } = await own.graphql(query, { input: { format: 'markdown', content } });
    expect(importPreview.title).toBe('Tides');
    expect(jobs() - before).toBe(1);
  });

  const documents: [what: string, content: string][] = [
    ['backticks', `# A\n\n${'`a ``b '.repeat(2_000)}`],
    ['brackets', `# A\n\n${'[['.repeat(5_000)}`],
    ['comments', `# A\n\n${'<!-- '.repeat(2_000)}`],
    ['a little front matter', '---\ntitle: A\n---\n\nText.\n'],
  ];
  it.each(documents)('of a document, also for a preview: %s', async (_what, content) => {
    const before = jobs();
    const sent = (preview: string) => own.http('POST', `/v1/books/import${preview}`, { format: 'markdown', content });
    expect((await sent('?preview=true')).status).toBe(200);
    expect((await sent('')).status).toBe(201);
    expect(jobs() - before).toBe(2);
  });

  it('for statistics', async () => {
    const { bookId } = await chapterOf(worst[0]?.[1] ?? '');
    const before = jobs();
    const first = await rest('statistics', { bookId });
    // One counts the words, one finds the cast.
    expect(jobs() - before).toBe(2);
    expect(await rest('statistics', { bookId })).toEqual(first);
    expect(jobs() - before).toBe(2);
  });

  it('without delaying another account when one account fills the queue', async () => {
    const { bookId } = await chapterOf('The lamp burns.');
    const texts = Array.from({ length: 6 }, (_, n) => `${n} ${'A b. '.repeat(8_000)}`);
    const chapters = await Promise.all(texts.map((content) => chapterOf(content)));
    const hostile = Promise.allSettled(chapters.map((at) => rest('lintChapter', at)));
    const other = await own.running().newKey();
    const otherRest = own.face('REST', other);
    const { id } = await otherRest('createBook', {
      input: { title: 'Other', premise: 'There is a lamp.', author: 'Ada Author' },
    });
    const chapter = await otherRest('createChapter', {
      bookId: id,
      input: { title: 'One', content: 'A b. '.repeat(1_000) },
    });
    expect(await otherRest('lintChapter', { bookId: id, chapterId: chapter.id })).toMatchObject({ language: 'en' });
    expect(await rest('book', { bookId })).toMatchObject({ id: bookId });
    await hostile;
  });
});
