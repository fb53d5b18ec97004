import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { imageOf } from '../../src/adapters/mcp-result.ts';
import { conflictKinds, conflictStatuses } from '../../src/domain/conflict/rules.ts';
import { bookPictures } from '../../src/domain/picture/rules.ts';
import { pngOf } from '../../src/drawing/png.ts';
import { faceNames, type Json, ownService, refusal } from '../support/faces.ts';
import { statementsOf } from '../support/statements.ts';

const own = ownService();

const get = (bookId: string, picture: string, query = '', headers: Record<string, string> = {}, method = 'GET') =>
  own.http(method, `/v1/books/${bookId}/${picture}.svg${query}`, undefined, headers);
const svgOf = async (bookId: string, picture: string): Promise<string> => (await get(bookId, picture)).text;

async function conflict(bookId: string, from: string, to: string, fields: object = {}): Promise<void> {
  const input = { fromCharacterId: from, toCharacterId: to, kind: 'rivalry', description: 'The light.', ...fields };
  await own.face('REST')('addConflict', { bookId, input });
}

/** Three people, of whom one stands alone; one conflict on both sides, two on one; a beat that is missing and one out of place. */
async function novel(): Promise<{ bookId: string; emma: string; jonas: string }> {
  const bookId = await own.newBook({ title: 'The Storm' });
  const [emma, jonas] = [await own.newCharacter(bookId, 'Emma Vale'), await own.newCharacter(bookId, 'Jonas Reed')];
  await own.face('REST')('createCharacter', { bookId, input: { name: 'Nobody', isPov: true } });
  await conflict(bookId, emma, jonas, { intensity: 4 });
  await conflict(bookId, jonas, emma, { kind: 'secret', mutual: false, intensity: 2, status: 'latent' });
  await conflict(bookId, jonas, emma, { kind: 'debt', mutual: false, intensity: 5, status: 'escalating' });
  await own.face('REST')('updatePlan', { bookId, patch: { beatSheetTemplate: 'three-act' } });
  await own.newChapter(bookId, { title: 'Landfall', beatKeys: ['climax', 'no-such-beat'], content: 'Rain fell.' });
  for (const title of ['The Lamp', 'Away', 'Home']) await own.newChapter(bookId, { title });
  return { bookId, emma, jonas };
}

/** A link as every face tells of it; REST answers the file itself. */
const asked = (name: string, bookId: string, picture: string) => (name === 'MCP' ? { bookId, picture } : { bookId });

describe.each(faceNames)('a picture through %s (pictures.md)', (name) => {
  it('is told of by name, type, length and hash', async () => {
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

  it('finds no book of somebody else', async () => {
    const { bookId } = await novel();
    const strangers = own.face(name, await own.running().newKey());
    expect((await refusal(strangers('bookPicture', asked(name, bookId, 'beats')))).code).toBe('not_found');
  });
});

describe('a picture over REST (pictures.md)', () => {
  it.each(bookPictures)(
    '%s has the same bytes for the same book, is shown in place and may run nothing',
    async (picture) => {
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
    },
  );

  it('follows the reader’s system, or is light or dark, and PNG where that is asked', async () => {
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

describe('what pictures show (pictures.md)', () => {
  it('the matrix has a mutual conflict in both cells, a one-sided one in one, and says who has none', async () => {
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

  it('the graph has a line for each conflict, an arrow where one side alone feels it, and the others at the side', async () => {
    const { bookId } = await novel();
    const svg = await svgOf(bookId, 'relationships');
    expect([...svg.matchAll(/<g><title>([^<]*): /g)].map(([, ends]) => ends)).toEqual([
      'Jonas Reed → Emma Vale',
      'Emma Vale ↔ Jonas Reed',
      'Jonas Reed → Emma Vale',
    ]);
    expect(svg).toContain('>In no conflict<');
  });

  it('the beats have their chapters, those out of place too, and say which are missing', async () => {
    const { bookId } = await novel();
    const svg = await svgOf(bookId, 'beats');
    expect(svg).toContain('<title>Climax: off: ch. 1</title>');
    expect(descriptionIn(svg)).toMatch(/Climax \(\d+ %[^)]*\): out of place ch\. 1/);
    expect(descriptionIn(svg)).toContain('Chapters: 1 Landfall, 2 words; 2 The Lamp, not written');
    expect(svg).toContain('1 beat key that chapters carry is not of this sheet.');
    expect(svg).toContain('>no chapter<');
  });

  it('an empty book has pictures that say so', async () => {
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
    'a book, a character and a chapter named %j are drawn as they are called, in XML that holds',
    async (name) => {
      const bookId = await own.newBook({ title: name });
      const ids = [await own.newCharacter(bookId, name), await own.newCharacter(bookId, 'B')] as const;
      await conflict(bookId, ...ids);
      await own.newChapter(bookId, { title: name });
      for (const picture of bookPictures) {
        const svg = await svgOf(bookId, picture);
        expect(textIn(svg)).toContain(name);
        expect(svg).not.toContain('<script');
        // Its reader is one of XML, and refuses what is not.
        expect((await pngOf(svg, 300)).length).toBeGreaterThan(1000);
        expect((await get(bookId, picture, '?format=png')).status).toBe(200);
      }
    },
  );
});

describe('the pictures of a large book (pictures.md)', () => {
  it('show sixty of the cast, those in conflict first, and cost as many statements as those of a small one', async () => {
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
    // The last of the cast are those in conflict.
    expect(textIn(svg)).toContain('70 Person 70');
    expect(textIn(await svgOf(made.id, 'beats'))).toContain('200 chapters');
  });
});

describe('an agent (pictures.md)', () => {
  it.each(bookPictures)('sees %s as an image beside its words and its link', async (picture) => {
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
    // Width and height stand in the first chunk.
    const longer = Math.max(bytes.readUInt32BE(16), bytes.readUInt32BE(20));
    expect(longer).toBeGreaterThan(600);
    expect(longer).toBeLessThanOrEqual(2000);
  });
});

describe('an image for an agent (pictures.md)', () => {
  it('stays out where it is larger than hosts take, and the link is left', () => {
    const file = { fileName: '', mediaType: 'image/png', path: '', sha256: '', pieces: [Buffer.from('x')] };
    expect(imageOf({ ...file, sizeBytes: 1 })).toEqual({ type: 'image', data: 'eA==', mimeType: 'image/png' });
    expect(imageOf({ ...file, sizeBytes: 2_000_001 })).toMatchObject({
      type: 'text',
      text: expect.stringContaining('url'),
    });
  });
});

describe('a book over GraphQL (pictures.md)', () => {
  it('has links to its pictures, for which nothing is drawn', async () => {
    const { bookId } = await novel();
    const links = 'query($id: ID!) { book(bookId: $id) { pictures { conflicts relationships beats } } }';
    const { book } = await own.graphql(links, { id: bookId });
    expect(book.pictures).toEqual(
      Object.fromEntries(bookPictures.map((picture) => [picture, `${own.url()}/v1/books/${bookId}/${picture}.svg`])),
    );
  });
});

const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' };

/** What is written in a picture, without its elements. */
function textIn(svg: string): string {
  return svg
    .replace(/<[^>]*>/g, '\n')
    .replace(/&(?:lt|gt|quot|#39|amp);/g, (entity) => entities[entity] ?? '')
    .replaceAll('\u200e', '');
}

function descriptionIn(svg: string): string {
  return textIn(/<desc>([^<]*)</.exec(svg)?.[1] ?? '');
}

/** As an export, so that it is made in one step. */
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
