import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { http, rawHttp } from '../support/faces.ts';
import { startService } from '../support/service.ts';
import { serviceWith } from '../support/service-with.ts';
import { statementsOf } from '../support/statements.ts';

const { own } = serviceWith({ speech: true });
const rest = own.face('REST');
const asBrowser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const browse = (path: string, headers: Record<string, string> = {}, method = 'GET', url = own.url()) =>
  http(url, undefined, method, path, undefined, { ...asBrowser, ...headers });

interface Chapter {
  title: string;
  content: string;
}
const three: Chapter[] = ['One', 'Two', 'Three'].map((title) => ({ title, content: `Text of ${title}.` }));

/** Publishes a book and returns its path and id. */
async function published(fields: object = {}, chapters: readonly Chapter[] = three, visibility = 'unlisted') {
  const bookId = await own.newBook({ title: 'Low Water', author: 'M. Okonkwo', ...fields });
  for (const chapter of chapters) await own.newChapter(bookId, chapter);
  const { readerUrl } = await rest('publishBook', { bookId, input: { publish: true, visibility } });
  return { bookId, path: new URL(readerUrl).pathname };
}

describe('the title page of a book', () => {
  it('shows cover, title, author, description, contents with reading times and a start link', async () => {
    const long = { title: 'Long', content: 'word '.repeat(238 * 65) };
    const { path } = await published({ subtitle: 'A novel', description: 'One.\n\nTwo.' }, [...three, long]);
    const { status, text, headers } = await browse(path);
    const slug = path.slice('/read/'.length);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(text).toMatch(/^<!doctype html>\n<html lang="en" dir="ltr">/);
    expect(text).toContain(`<img class="cover" src="${slug}/cover"`);
    expect(text).toContain('<h1 lang="en">Low Water</h1>');
    expect(text).toContain('<p>One.</p>\n<p>Two.</p>');
    expect(text.match(/<li>/g)).toHaveLength(4);
    expect(text).toContain(`<a href="${slug}/1">Begin reading</a> <span>1 hr 5 min</span>`);
    expect(text).toContain(
      `<a href="${slug}/4"><span class="name" lang="en">Long</span> <span class="time">1 hr 5 min<`,
    );
    expect(text).toContain(`<link rel="canonical" href="${own.url()}${path}">`);
    expect(text).toContain('<meta property="og:title" content="Low Water — M. Okonkwo">');
    expect(text).toContain('<meta name="description" content="One. Two.">');
  });

  it('has a cover drawn from the snapshot, without active content', async () => {
    const { path, bookId } = await published({ title: 'Fish & <Chips>', coverColor: '#123456' });
    await rest('updateBook', { bookId, patch: { title: 'Other', coverColor: '#654321' } });
    const { text, headers } = await browse(`${path}/cover`);
    expect(headers.get('content-type')).toBe('image/svg+xml; charset=utf-8');
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; .*sandbox$/);
    expect(text).toContain('Fish &amp; &lt;Chips&gt;');
    expect(text).not.toMatch(/Other|#654321/);
  });
});

describe('a chapter page', () => {
  it('has the prose that GraphQL answers as HTML, without active content', async () => {
    const content =
      'The *ferry* <script>alert(1)</script> came.\n\n***\n\n![A bell](https://a.example/b.png) [x](javascript:a())';
    const { path, bookId } = await published({}, [{ title: 'One', content }]);
    const { book } = await own.graphql('query ($bookId: ID!) { book(bookId: $bookId) { chapters { html } } }', {
      bookId,
    });
    const [{ html }] = book.chapters;
    expect(html).toContain('<em>ferry</em>');
    expect(html).not.toMatch(/<script|<img|javascript:/);
    expect((await browse(`${path}/1`)).text).toContain(html);
  });

  it('links the previous and next chapter and the contents', async () => {
    const { path } = await published();
    const [first, second, last] = await Promise.all([1, 2, 3].map(async (no) => (await browse(`${path}/${no}`)).text));
    const slug = path.slice('/read/'.length);
    expect(second).toContain('<h1>Two</h1>');
    expect(second).toContain('<p>Text of Two.</p>');
    expect(second).toContain('2 of 3');
    expect(second).toMatch(/<link rel="prev" href="1">\n<link rel="next" href="3">/);
    expect(second).toMatch(/rel="prev" href="1"><span>Previous chapter<\/span> <strong lang="en">One</);
    expect(second).toMatch(/rel="next" href="3"><span>Next chapter<\/span> <strong lang="en">Three</);
    expect(second).toContain(`href="../${slug}#contents"`);
    expect(first).not.toContain('rel="prev"');
    expect(last).not.toContain('rel="next"');
    expect(last).toContain('The end');
  });

  it('escapes author text everywhere', async () => {
    const evil = `<script>"'&</script>`;
    const fields = { title: evil, subtitle: evil, author: evil, description: evil };
    const content = `${evil}\n\n<img src=x onerror=alert(1)> <b>raw</b>\n\n<style>p{}</style>\n\n[bad](javascript:alert(1))`;
    const { path } = await published(
      fields,
      [1, 2, 3].map(() => ({ title: evil, content })),
    );
    for (const one of ['', '/2', '/cover']) {
      const { text } = await browse(path + one);
      expect(text, one).not.toMatch(/<script|<b>|<style|<img src=x|javascript:| on\w+="/);
      expect(text, one).toContain('&lt;script&gt;');
    }
  });

  it.each([
    ['he', 'rtl', 'he', 'הפרק הבא', '1 מתוך 2'],
    ['ar-EG', 'rtl', 'ar', 'الفصل التالي', '1 من 2'],
    ['ja', 'ltr', 'ja', '次の章', '1 / 2'],
    ['zh-TW', 'ltr', 'zh-Hant', '下一章', '1 / 2'],
    ['de', 'ltr', 'de', 'Nächstes Kapitel', '1 von 2'],
    ['ur', 'rtl', 'en', 'Next chapter', '1 of 2'],
  ])('in %s has direction %s and labels in %s', async (language, dir, tag, next, place) => {
    const { path } = await published({ language }, three.slice(0, 2));
    const { text } = await browse(`${path}/1`);
    expect(text).toContain(`<html lang="${tag}" dir="${dir}">`);
    expect(text).toContain(`<article lang="${language}">`);
    expect(text).toContain(next);
    expect(text).toContain(place);
    expect(text.includes('class="prose initial"')).toBe(['de'].includes(language));
  });
});

describe('every reader page', () => {
  it('loads only local resources, runs no script and cannot be framed', async () => {
    const { path } = await published();
    for (const one of [path, `${path}/1`, '/read/nothing']) {
      const { headers, text } = await browse(one);
      expect(headers.get('content-security-policy')).toBe(
        "default-src 'none'; style-src 'self'; img-src 'self'; media-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      );
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(text).not.toMatch(/<script| style="|<style| on\w+="/);
      const style = /<link rel="stylesheet" href="([^"]+)">/.exec(text)?.[1] ?? '';
      expect((await browse(new URL(style, own.url() + one).pathname)).status).toBe(200);
    }
  });

  it('is noindex unless the book is public', async () => {
    const { path, bookId } = await published();
    for (const one of ['', '/1', '/cover'])
      expect((await browse(path + one)).headers.get('x-robots-tag'), one).toBe('noindex');
    expect((await browse(path)).text).toContain('<meta name="robots" content="noindex">');
    const listed = async () => (await browse('/sitemap.xml')).text.includes(`<loc>${own.url()}${path}</loc>`);
    expect(await listed()).toBe(false);
    await rest('publishBook', { bookId, input: { publish: true, visibility: 'public' } });
    const { readerUrl } = await rest('book', { bookId });
    const { headers, text } = await browse(new URL(readerUrl).pathname);
    const sitemap = (await browse('/sitemap.xml')).text;
    expect([headers.get('x-robots-tag'), text.includes('noindex'), await listed()]).toEqual([null, false, false]);
    expect(sitemap).toContain(`<loc>${readerUrl}</loc>`);
    const rules = (await browse('/robots.txt')).text;
    expect(rules).toContain('Allow: /read/\n');
    expect(rules).toContain('Disallow: /\n');
    expect(rules).toContain(`Sitemap: ${own.url()}/sitemap.xml`);
  });

  it('is listed before the public books that were published earlier', async () => {
    const addresses: string[] = [];
    for (const title of ['Earlier', 'Later']) {
      const { bookId } = await published({ title });
      await rest('publishBook', { bookId, input: { publish: true, visibility: 'public' } });
      addresses.push((await rest('book', { bookId })).readerUrl);
    }
    const listed = [...(await browse('/sitemap.xml')).text.matchAll(/<loc>(.*?)<\/loc>/g)].map(
      ([, address]) => address,
    );
    expect(listed.filter((address) => addresses.includes(address ?? ''))).toEqual(addresses.toReversed());
  });

  it('supports If-None-Match, gzip and HEAD', async () => {
    const { path, bookId } = await published({}, [{ title: 'Long', content: 'A long text. '.repeat(200) }, ...three]);
    for (const one of [path, `${path}/1`, `${path}/cover`]) {
      const { headers, text } = await browse(one);
      expect(headers.get('cache-control')).toBe('no-cache');
      expect(headers.get('vary')).toContain('accept-encoding');
      const etag = headers.get('etag') ?? '';
      const again = await browse(one, { 'if-none-match': etag });
      expect([again.status, again.text]).toEqual([304, '']);
      const head = await browse(one, {}, 'HEAD');
      expect([head.status, head.text, head.headers.get('etag')]).toEqual([200, '', etag]);
      const asked = await fetch(own.url() + one, { headers: { 'accept-encoding': 'gzip' } });
      expect(await asked.text()).toBe(text);
    }
    const packed = await rawBytes(`${path}/1`);
    expect(gunzipSync(packed).toString()).toContain('A long text.');
    const { headers } = await browse(path);
    await rest('updateBook', { bookId, patch: { title: 'Ebb' } });
    expect((await browse(path, { 'if-none-match': headers.get('etag') ?? '' })).status).toBe(304);
    await rest('publishBook', { bookId, input: { publish: true } });
    expect((await browse(path, { 'if-none-match': headers.get('etag') ?? '' })).status).toBe(200);
  });

  it('takes one statement, cached or not', async () => {
    const { path } = await published();
    for (const one of [path, `${path}/2`, `${path}/cover`, `${path}/9`, '/read/nothing'])
      for (const time of ['first', 'second'])
        expect(await statementsOf(own.running(), () => browse(one)), `${one} ${time}`).toHaveLength(1);
    for (const one of ['/read', '/read/', `${path}/01`, `${path}/0`])
      expect(await statementsOf(own.running(), () => browse(one)), one).toEqual([]);
  });

  it('shows the current snapshot on every node at once, despite caches', async () => {
    const other = await startService();
    try {
      const { path, bookId } = await published();
      const [chapter] = await rest('chapters', { bookId });
      const seen = async () => (await browse(`${path}/1`, {}, 'GET', other.url)).text;
      expect(await seen()).toContain('Text of One.');
      await rest('updateChapter', { bookId, chapterId: chapter.id, patch: { content: 'Anew.' } });
      expect(await seen()).toContain('Text of One.');
      await rest('publishBook', { bookId, input: { publish: true } });
      expect(await seen()).toContain('<p>Anew.</p>');
      await rest('publishBook', { bookId, input: { publish: false } });
      expect((await browse(`${path}/1`, {}, 'GET', other.url)).status).toBe(404);
    } finally {
      await other.close();
    }
  });
});

async function rawBytes(path: string): Promise<Buffer> {
  const { request } = await import('node:http');
  return new Promise((resolve, reject) => {
    request(own.url() + path, { headers: { 'accept-encoding': 'gzip' } }, (answer) => {
      expect(answer.headers['content-encoding']).toBe('gzip');
      const pieces: Buffer[] = [];
      answer.on('data', (piece: Buffer) => pieces.push(piece)).on('end', () => resolve(Buffer.concat(pieces)));
    })
      .on('error', reject)
      .end();
  });
}

describe('chapter audio', () => {
  const narrate = (bookId: string, chapterId: string) =>
    rest('narrateChapter', { bookId, chapterId, input: { wait: true } });

  it('has a player only if the published text is narrated', async () => {
    const { path, bookId } = await published();
    const [{ id: chapterId }] = await rest('chapters', { bookId });
    const shown = async () =>
      (await browse(`${path}/1`)).text.includes('<audio controls preload="none" src="1/audio.mp3"');
    expect([await shown(), (await browse(`${path}/1/audio.mp3`)).status]).toEqual([false, 404]);
    await narrate(bookId, chapterId);
    expect([await shown(), (await browse(`${path}/1/audio.mp3`)).status]).toEqual([true, 200]);
    expect(await statementsOf(own.running(), () => browse(`${path}/1`))).toHaveLength(1);
    await rest('updateChapter', { bookId, chapterId, patch: { content: 'Something else.' } });
    expect(await shown()).toBe(true);
    await rest('publishBook', { bookId, input: { publish: true } });
    expect([await shown(), (await browse(`${path}/1/audio.mp3`)).status]).toEqual([false, 404]);
  });

  it('supports ranges, and answers 404 once the book is withdrawn', async () => {
    const { path, bookId } = await published();
    const [{ id: chapterId }] = await rest('chapters', { bookId });
    await narrate(bookId, chapterId);
    const ask = (headers: Record<string, string> = {}, method = 'GET') =>
      fetch(`${own.url()}${path}/1/audio.mp3`, { method, headers });
    const whole = await ask();
    const bytes = Buffer.from(await whole.arrayBuffer());
    const [etag = '', size] = [whole.headers.get('etag') ?? '', String(bytes.length)];
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      'content-type': 'audio/mpeg',
      'accept-ranges': 'bytes',
      'cache-control': 'no-cache',
      'content-length': size,
      'x-robots-tag': 'noindex',
    });
    const part = await ask({ range: 'bytes=10-19' });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 10-19/${size}`]);
    expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(10, 20));
    expect((await ask({ range: `bytes=${size}-` })).status).toBe(416);
    expect((await ask({ 'if-none-match': etag })).status).toBe(304);
    const head = await ask({}, 'HEAD');
    expect([head.status, head.headers.get('content-length')]).toEqual([200, size]);
    await rest('publishBook', { bookId, input: { publish: false } });
    expect((await ask({ range: 'bytes=0-9', 'if-none-match': etag })).status).toBe(404);
  });
});

describe('reader URLs', () => {
  it('answer equally for a missing, private, withdrawn and deleted book', async () => {
    const [hidden, withdrawn, deleted] = [await published(), await published(), await published()];
    await rest('publishBook', { bookId: hidden.bookId, input: { publish: true, visibility: 'private' } });
    await rest('publishBook', { bookId: withdrawn.bookId, input: { publish: false } });
    await rest('deleteBook', { bookId: deleted.bookId });
    const paths = [hidden, withdrawn, deleted, { path: '/read/zzzzzzzzzzzzzzzz' }].map(({ path }) => path);
    const told = async (path: string, headers: Record<string, string>) => {
      const answer = await http(own.url(), undefined, 'GET', path, undefined, headers);
      const own404 = [...answer.headers].filter(([name]) => !/^(x-request-id|date)$/.test(name));
      return [answer.status, Object.fromEntries(own404), answer.text.replace(/req_\w+/, '')];
    };
    for (const headers of [asBrowser, { accept: 'application/json' }])
      for (const below of ['', '/1', '/cover']) {
        const answers = await Promise.all(paths.map((path) => told(path + below, headers)));
        for (const answer of answers) expect(answer).toEqual(answers[0]);
        expect(answers[0]?.[0]).toBe(404);
      }
  });

  it.each([
    '',
    '/',
    '/0',
    '/01',
    '/4',
    '/1x',
    '/-1',
    '/1.0',
    '/99999999999999999999',
    '/1/2',
    '/%',
    '/%E0%A4',
    '/cover.png',
  ])('answer 404 as a page to browsers and as JSON to other clients: %s', async (below) => {
    const path = below === '' || below === '/' ? `/read${below}` : (await published()).path + below;
    const { status, text, headers } = await browse(path);
    expect([status, headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(text).toContain('<h1>Page not found</h1>');
    const program = await http(own.url(), undefined, 'GET', path, undefined, { accept: '*/*' });
    expect([program.status, program.json.error.code]).toEqual([404, 'not_found']);
  });

  it.each(['/read/%F0%9F%98%80', '/read/Caps', '/read/a%2Fb', '/read/..', `/read/${'a'.repeat(5000)}`])(
    'reject non-canonical forms: %s',
    async (path) => {
      const { status } = await rawHttp(
        own.url(),
        `GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\naccept: */*\r\n\r\n`,
      );
      expect(status).toBe(404);
    },
  );

  it.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])('%s is refused with the allowed methods', async (method) => {
    for (const path of ['/read/x', '/read/x/1', '/robots.txt']) {
      const { status, headers, json } = await browse(path, {}, method);
      expect([status, headers.get('allow'), json.error.code]).toEqual([405, 'GET, HEAD', 'method_not_allowed']);
    }
  });

  it('a title in a non-Latin script gets a usable slug', async () => {
    const { path } = await published({ title: '最後の灯台', language: 'ja' }, three, 'public');
    expect(path).toMatch(/^\/read\/book(-[0-9]+)?$/);
    expect((await browse(path)).text).toContain('<h1 lang="ja">最後の灯台</h1>');
  });
});
