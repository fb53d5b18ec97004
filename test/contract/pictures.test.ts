import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { bookPictures } from '../../src/domain/leaving/picture/rules.ts';
import { conflictKinds, conflictStatuses } from '../../src/domain/story/conflict/rules.ts';
import { pngOf } from '../../src/drawing/png.ts';
import type { ToolEntry } from '../../src/faces/mcp/entry.ts';
import { resultOf } from '../../src/faces/mcp/result.ts';
import { faceNames, type Json, ownService, refusal } from '../support/faces.ts';
import { statementsOf } from '../support/statements.ts';
import { describeInTurn } from '../support/turns.ts';

const own = ownService();

const get = (bookId: string, picture: string, query = '', headers: Record<string, string> = {}, method = 'GET') =>
  own.http(method, `/v1/books/${bookId}/${picture}.svg${query}`, undefined, headers);
const svgOf = async (bookId: string, picture: string): Promise<string> => (await get(bookId, picture)).text;

async function conflict(bookId: string, from: string, to: string, fields: object = {}): Promise<void> {
  const input = { fromCharacterId: from, toCharacterId: to, kind: 'rivalry', description: 'The light.', ...fields };
  await own.face('REST')('addConflict', { bookId, input });
}

/** Three characters, one of them without conflicts; one mutual and two one-sided conflicts; a missing and a misplaced beat. */
async function novel(): Promise<{ bookId: string; emma: string; jonas: string }> {
  const bookId = await own.newBook({ title: 'The Storm' });
  const [emma, jonas] = [await own.newCharacter(bookId, 'Emma Vale'), await own.newCharacter(bookId, 'Jonas Reed')];
  await own.face('REST')('createCharacter', { bookId, input: { name: 'Nobody', isPov: true } });
  await conflict(bookId, emma, jonas, { intensity: 4 });
  await conflict(bookId, jonas, emma, { kind: 'secret', mutual: false, intensity: 2, status: 'latent' });
  await conflict(bookId, jonas, emma, { kind: 'debt', mutual: false, intensity: 5, status: 'escalating' });
  await own.face('REST')('updatePlan', { bookId, patch: { beatSheetTemplate: 'three-act' } });
  await own.newChapter(bookId, { title: 'Landfall', beatKeys: ['climax', 'catalyst'], content: 'Rain fell.' });
  for (const title of ['The Lamp', 'Away', 'Home']) await own.newChapter(bookId, { title });
  return { bookId, emma, jonas };
}

/** The arguments of a picture link on each face; REST serves the file itself. */
const asked = (name: string, bookId: string, picture: string) => (name === 'MCP' ? { bookId, picture } : { bookId });

describeInTurn(faceNames)('a picture through %s (pictures.md)', (name, it) => {
  it('is described by name, type, size and hash', async () => {
    const { bookId } = await novel();
    const link = await own.face(name)('bookPicture', asked(name, bookId, 'conflicts'));
    const format = name === 'MCP' ? 'png' : 'svg';
    const answer = await fetch(`${own.url()}/v1/books/${bookId}/conflicts.svg?format=${format}`, {
      headers: { authorization: `Bearer ${own.key()}` },
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(link).toMatchObject({
      mediaType: format === 'png' ? 'image/png' : 'image/svg+xml',
      fileName: `The Storm conflicts.${format}`,
      sizeBytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    });
    if (name !== 'REST') expect(link.altText).toContain('Emma Vale and Jonas Reed: rivalry, intensity 4 of 5, open');
  });

  it('answers 404 for a book of another account', async () => {
    const { bookId } = await novel();
    const strangers = own.face(name, await own.running().newKey());
    expect((await refusal(strangers('bookPicture', asked(name, bookId, 'beats')))).code).toBe('not_found');
  });
});

describe('a picture over REST (pictures.md)', () => {
  it.each(bookPictures)('%s is deterministic, displayed inline, and contains no active content', async (picture) => {
    const { bookId } = await novel();
    const { headers, text } = await get(bookId, picture);
    expect((await get(bookId, picture)).text).toBe(text);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/svg+xml',
      'content-disposition': expect.stringMatching(/^inline; filename=/),
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
      'x-content-type-options': 'nosniff',
    });
    expect(text).not.toMatch(/<script|href=|url\(|\son\w+=/);
    const etag = headers.get('etag') ?? '';
    expect((await get(bookId, picture, '', { 'if-none-match': etag })).status).toBe(304);
    const head = await get(bookId, picture, '', {}, 'HEAD');
    expect([head.status, head.text, head.headers.get('content-length')]).toEqual([
      200,
      '',
      `${Buffer.byteLength(text)}`,
    ]);
  });

  it('supports automatic, light and dark themes, and PNG', async () => {
    const { bookId } = await novel();
    const [auto, light, dark] = await Promise.all(
      ['', '?theme=light', '?theme=dark'].map(async (query) => (await get(bookId, 'beats', query)).text),
    );
    expect(auto).toContain('@media (prefers-color-scheme:dark)');
    expect(light).not.toContain('@media');
    expect(dark).not.toBe(light);
    const png = await get(bookId, 'beats', '?format=png&theme=dark');
    expect([png.status, png.headers.get('content-type'), png.text.slice(1, 4)]).toEqual([200, 'image/png', 'PNG']);
    const { status, json } = await get(bookId, 'beats', '?format=gif');
    expect([status, json.error.issues[0].path]).toEqual([400, 'format']);
  });
});

describe('picture content (pictures.md)', () => {
  it('the matrix shows mutual conflicts in both cells and lists characters without conflicts', async () => {
    const { bookId } = await novel();
    const svg = await svgOf(bookId, 'conflicts');
    expect(svg).toContain('<title>Emma Vale → Jonas Reed: rivalry, intensity 4 of 5, open</title>');
    expect(svg).toContain(
      '<title>Jonas Reed → Emma Vale: debt, intensity 5 of 5, escalating; rivalry, intensity 4 of 5, open; secret, intensity 2 of 5, latent</title>',
    );
    expect(descriptionIn(svg)).toContain('In no conflict: Nobody.');
    expect(descriptionIn(svg)).toContain('3 Nobody (point of view)');
    expect(svg).toMatch(/>\+1</);
  });

  it('the graph draws one line per conflict, arrows for one-sided ones, and unconnected characters', async () => {
    const { bookId } = await novel();
    const svg = await svgOf(bookId, 'relationships');
    expect([...svg.matchAll(/<g><title>([^<]*): /g)].map(([, ends]) => ends)).toEqual([
      'Jonas Reed → Emma Vale',
      'Emma Vale ↔ Jonas Reed',
      'Jonas Reed → Emma Vale',
    ]);
    expect(svg).toContain('>In no conflict<');
  });

  it('the beat chart shows chapters, misplaced beats and missing beats', async () => {
    const { bookId } = await novel();
    const svg = await svgOf(bookId, 'beats');
    expect(svg).toContain('<title>Climax: off: ch. 1</title>');
    expect(descriptionIn(svg)).toMatch(/Climax \(\d+ %[^)]*\): out of place ch\. 1/);
    expect(descriptionIn(svg)).toContain('Chapters: 1 Landfall, 2 words; 2 The Lamp, not written');
    expect(svg).toContain('1 beat key that chapters carry is not of this sheet.');
    expect(svg).toContain('>no chapter<');
  });

  it('an empty book gets explanatory placeholder pictures', async () => {
    const bookId = await own.newBook();
    expect(await svgOf(bookId, 'conflicts')).toContain('The book has no characters yet.');
    expect(await svgOf(bookId, 'relationships')).toContain('The book has no characters yet.');
    expect(await svgOf(bookId, 'beats')).toContain('The plan has no beat sheet and the book no chapters yet.');
    await own.newChapter(bookId, { title: 'Alone' });
    expect(await svgOf(bookId, 'beats')).toContain('The plan has no beat sheet; choose one');
    await own.newCharacter(bookId, 'Emma');
    expect(await svgOf(bookId, 'conflicts')).toContain('The book has no conflicts yet.');
  });

  it.each(['& < > " \' ]]> <!-- -->', '</text><script>x</script>', '🌊', 'ليلى', '李明', '\u202eabc', 'é'.repeat(100)])(
    'names like %j are drawn unchanged in valid XML',
    async (name) => {
      const bookId = await own.newBook({ title: name });
      const ids = [await own.newCharacter(bookId, name), await own.newCharacter(bookId, 'B')] as const;
      await conflict(bookId, ...ids);
      await own.newChapter(bookId, { title: name });
      for (const picture of bookPictures) {
        const svg = await svgOf(bookId, picture);
        expect(textIn(svg)).toContain(name);
        expect(svg).not.toContain('<script');
        // The PNG renderer requires well-formed XML.
        expect((await pngOf(svg, 300)).length).toBeGreaterThan(1000);
        expect((await get(bookId, picture, '?format=png')).status).toBe(200);
      }
    },
  );
});

describe('the pictures of a large book (pictures.md)', () => {
  it('show at most 60 characters, those in conflict first, with a constant number of statements', async () => {
    const document = largeBook(70, 200);
    const made = await own.face('REST')('importBook', { input: { format: 'json', content: JSON.stringify(document) } });
    const small = (await novel()).bookId;
    for (const picture of bookPictures) {
      const cost = async (bookId: string) => (await statementsOf(own.running(), () => get(bookId, picture))).length;
      expect([await cost(made.id), picture]).toEqual([await cost(small), picture]);
      expect(await cost(small)).toBe(3);
    }
    const svg = await svgOf(made.id, 'conflicts');
    expect(svg).toContain('10 more characters with fewer conflicts are left out.');
    // Only the last characters have conflicts.
    expect(textIn(svg)).toContain('70 Person 70');
    expect(textIn(await svgOf(made.id, 'beats'))).toContain('200 chapters');
  });
});

describe('a picture over MCP (pictures.md)', () => {
  it.each(bookPictures)('returns %s as an image with a description and a link', async (picture) => {
    const { bookId } = await novel();
    const { content, structuredContent } = await own.tool('get_book_picture', { bookId, picture });
    const [words, image] = content;
    expect(JSON.parse(words.text)).toEqual(structuredContent);
    expect(structuredContent.data).toMatchObject({
      mediaType: 'image/png',
      altText: expect.stringContaining('The Storm. '),
    });
    const bytes = Buffer.from(image.data, 'base64');
    expect(image).toMatchObject({ type: 'image', mimeType: 'image/png' });
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(structuredContent.data.sha256);
    // The first chunk holds width and height.
    const longer = Math.max(bytes.readUInt32BE(16), bytes.readUInt32BE(20));
    expect(longer).toBeGreaterThan(600);
    expect(longer).toBeLessThanOrEqual(2000);
  });
});

describe('an MCP image (pictures.md)', () => {
  it('stands behind the text, and is left out above the size limit', () => {
    const file = { fileName: '', mediaType: 'image/png', path: '', sha256: '', pieces: [Buffer.from('x')] };
    const entry = { tool: {}, prepared: { operation: {} } } as ToolEntry;
    const shown = (sizeBytes: number) =>
      resultOf({ entry, found: { url: '/x' }, args: {}, foundIds: {}, files: [{ ...file, sizeBytes }] });
    const image = { type: 'image', data: 'eA==', mimeType: 'image/png' };
    expect(shown(1).content).toEqual([{ type: 'text', text: '{"data":{"url":"/x"}}' }, image]);
    const large = shown(2_000_001);
    expect(large.structuredContent).toEqual({ data: { url: '/x' }, hint: expect.stringContaining('url') });
    expect(large.content).toEqual([{ type: 'text', text: JSON.stringify(large.structuredContent) }]);
  });
});

describe('a book over GraphQL (pictures.md)', () => {
  it('links to its pictures without drawing them', async () => {
    const { bookId } = await novel();
    const links = 'query($id: ID!) { book(bookId: $id) { pictures { conflicts relationships beats } } }';
    const { book } = await own.graphql(links, { id: bookId });
    expect(book.pictures).toEqual(
      Object.fromEntries(bookPictures.map((picture) => [picture, `${own.url()}/v1/books/${bookId}/${picture}.svg`])),
    );
  });
});

const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' };

/** The text content of an SVG. */
function textIn(svg: string): string {
  return svg
    .replace(/<[^>]*>/g, '\n')
    .replace(/&(?:lt|gt|quot|#39|amp);/g, (entity) => entities[entity] ?? '')
    .replaceAll('\u200e', '');
}

function descriptionIn(svg: string): string {
  return textIn(/<desc>([^<]*)</.exec(svg)?.[1] ?? '');
}

/** In export format, so that one import creates it. */
function largeBook(people: number, chapters: number): Json {
  const characters = Array.from({ length: people }, (_, at) => ({ id: `c${at}`, name: `Person ${at + 1}` }));
  const conflicts = Array.from({ length: people - 20 }, (_, at) => ({
    fromCharacterId: `c${at + 19}`,
    toCharacterId: `c${at + 20}`,
    kind: conflictKinds[at % conflictKinds.length],
    status: conflictStatuses[at % conflictStatuses.length],
    description: 'The light.',
  }));
  return {
    format: 'fabula-book',
    version: 1,
    book: { title: 'Large', premise: 'A very long story of very many people.' },
    plan: { beatSheetTemplate: 'save-the-cat' },
    characters,
    conflicts,
    chapters: Array.from({ length: chapters }, (_, at) => ({ id: `h${at}`, title: `Night ${at + 1}` })),
  };
}
