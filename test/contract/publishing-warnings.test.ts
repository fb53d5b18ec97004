import { describe, expect, it, onTestFinished } from 'vitest';
import { publishLimits, publishWarningsOf } from '../../src/domain/text/lint/publishing.ts';
import { publishFindingsMax } from '../../src/domain/text/lint/rules.ts';
import { WorkPool } from '../../src/threads/pool.ts';
import { facesWith, http, type Json, ownService, refusal } from '../support/faces.ts';
import { statementsOf } from '../support/statements.ts';
import { describeInTurn } from '../support/turns.ts';

const own = ownService();
const rest = own.face('REST');

const placeholder = 'They came to [insert name of the harbour] at noon.';
const remark = 'Let me know if you would like changes to this chapter!';
const clean = 'The ferry came in late. Nobody was at the rail.';

/** A book with a chapter for each text, titled One, Two … */
async function bookOf(...texts: (string | object)[]): Promise<{ bookId: string; chapterIds: string[] }> {
  const bookId = await own.newBook();
  const titles = ['One', 'Two', 'Three', 'Four'];
  const chapterIds: string[] = [];
  for (const [at, text] of texts.entries()) {
    const fields = typeof text === 'string' ? { content: text } : text;
    chapterIds.push(await own.newChapter(bookId, { title: titles[at], ...fields }));
  }
  return { bookId, chapterIds };
}
const codesOf = ({ findings }: Json): string[] => findings.map(({ code }: Json) => code);
const accountOf = async (): Promise<string> => (await own.graphql('{ account { id } }')).account.id;

it('follow a change of the ordered length', async () => {
  const { bookId, chapterIds } = await bookOf(clean);
  expect(codesOf(await rest('publishWarnings', { bookId }))).toEqual([]);
  await rest('updateChapter', { bookId, chapterId: chapterIds[0], patch: { targetWords: 1_000 } });
  expect(codesOf(await rest('publishWarnings', { bookId }))).toEqual(['length_off']);
});

describeInTurn(facesWith('publishBook', 'publishWarnings'))('warnings of publishing through %s', (name, it) => {
  const call = own.face(name);
  const publish = (bookId: string) => call('publishBook', { bookId, input: { publish: true } });
  const warningsOf = (bookId: string) => call('publishWarnings', { bookId });

  it('name the open mistakes that readers would notice, before and after, and refuse nothing', async () => {
    const { bookId, chapterIds } = await bookOf(`Chapter 1: One\n\n${clean}\n\n${placeholder}`, clean, {
      content: `${clean}\n\n${remark}`,
      targetWords: 1_000,
    });
    const before = await warningsOf(bookId);
    expect(before).toMatchObject({ more: 0, chaptersUnchecked: 0 });
    expect(before.findings.map(({ order, code, severity }: Json) => [order, code, severity])).toEqual([
      [1, 'heading_repeated', 'error'],
      [1, 'placeholder', 'error'],
      [3, 'length_off', 'warning'],
      [3, 'meta_text', 'error'],
    ]);
    const { findings } = await rest('lintChapter', { bookId, chapterId: chapterIds[0] });
    const { id: findingId, message, fix } = findings.find(({ code }: Json) => code === 'placeholder');
    expect(before.findings[1]).toEqual({
      chapterId: chapterIds[0],
      order: 1,
      title: 'One',
      findingId,
      code: 'placeholder',
      severity: 'error',
      message,
      excerpt: '[insert name of the harbour]',
      fix,
    });
    const published = await publish(bookId);
    expect(published).toMatchObject({ status: 'published', publishWarnings: before });
  });

  it('leave out other findings, waived ones and archived chapters, and follow text and title', async () => {
    const { bookId, chapterIds } = await bookOf(placeholder, `Two\n\n${clean}`, `${clean} ${clean} ${clean}`);
    const [first = '', second = ''] = chapterIds;
    const { findings } = await warningsOf(bookId);
    expect(codesOf({ findings })).toEqual(['placeholder', 'heading_repeated']);
    const [{ findingId }] = findings;
    await rest('waiveFinding', { bookId, chapterId: first, input: { findingId, reason: 'A form.' } });
    expect(codesOf((await publish(bookId)).publishWarnings)).toEqual(['heading_repeated']);
    await rest('removeWaiver', { bookId, chapterId: first, findingId });
    await rest('updateChapter', { bookId, chapterId: second, patch: { title: 'Fog' } });
    expect(codesOf(await warningsOf(bookId))).toEqual(['placeholder']);
    await rest('updateChapter', { bookId, chapterId: second, patch: { content: `Fog\n\n${placeholder}` } });
    expect(codesOf(await warningsOf(bookId))).toEqual(['placeholder', 'heading_repeated', 'placeholder']);
    await rest('deleteChapter', { bookId, chapterId: second });
    expect(codesOf((await publish(bookId)).publishWarnings)).toEqual(['placeholder']);
  });

  it(`list ${publishFindingsMax} findings and count the others`, async () => {
    const { bookId } = await bookOf('A TODO is here. '.repeat(40), clean, 'A TODO is there. '.repeat(20));
    const { publishWarnings } = await publish(bookId);
    expect([publishWarnings.findings.length, publishWarnings.more]).toEqual([50, 10]);
    expect(publishWarnings.findings.at(-1)).toMatchObject({ order: 3, excerpt: 'TODO' });
  });

  it('are not shown to other accounts', async () => {
    const { bookId } = await bookOf(placeholder);
    const stranger = own.face(name, await own.running().newKey());
    expect((await refusal(stranger('publishWarnings', { bookId }))).code).toBe('not_found');
    expect((await refusal(stranger('publishBook', { bookId, input: { publish: true } }))).code).toBe('not_found');
  });
});

describe('warnings of publishing', () => {
  it('are a field of a book, for several books from two statements, and one when the texts are known', async () => {
    const books = [await bookOf(placeholder, clean), await bookOf(`${clean}\n\n${remark}`, placeholder)];
    const ask = () => own.graphql('{ books(first: 2) { nodes { id publishWarnings { findings { code } } } } }');
    expect(await statementsOf(own.running(), ask)).toHaveLength(3);
    expect(await statementsOf(own.running(), ask)).toHaveLength(2);
    const { nodes } = (await ask()).books;
    const codes = new Map(nodes.map((book: Json) => [book.id, codesOf(book.publishWarnings)]));
    expect(books.map(({ bookId }) => codes.get(bookId))).toEqual([['placeholder'], ['meta_text', 'placeholder']]);
  });

  it('need the right to read, and publishing does not', async () => {
    const { bookId } = await bookOf(placeholder);
    const { secret: key } = await rest('createToken', { input: { name: 'Publisher', scopes: ['publish:write'] } });
    const answer = await http(own.url(), key, 'POST', `/v1/books/${bookId}/publish`, { publish: true });
    expect(answer.status).toBe(200);
    expect(answer.json.data).not.toHaveProperty('publishWarnings');
    const asked = await http(own.url(), key, 'GET', `/v1/books/${bookId}/publish-warnings`);
    expect(asked.json.error).toMatchObject({ code: 'insufficient_scope', required_scope: 'books:read' });
  });
});

describe('within limits, the warnings of publishing', () => {
  // On a busy machine the threads may not even have started within the real limit of time.
  const patient = { ...publishLimits, msMax: 3_600_000 };
  const check = async (bookIds: string[], limits = patient, work = own.running().service.services.work) => {
    const { read } = own.running().service.services;
    const books = bookIds.map((id) => ({ id, language: 'en' }));
    return publishWarningsOf(read, work, await accountOf(), books, limits);
  };
  const long = (text: string) => `${text}\n\n${`${clean}\n\n`.repeat(60)}`;

  it('check some chapters of a very long book at once, and the next ones with the next request', async () => {
    const { bookId } = await bookOf(long(placeholder), long(placeholder), long(placeholder));
    const some = { ...patient, bytesMax: 4_000 };
    const seen: [number, number][] = [];
    for (const _request of [1, 2, 3]) {
      const warnings = (await check([bookId], some)).get(bookId);
      seen.push([warnings?.findings.length ?? 0, warnings?.chaptersUnchecked ?? 0]);
    }
    expect(seen).toEqual([
      [1, 2],
      [2, 1],
      [3, 0],
    ]);
  });

  it('count the chapters that no thread was free to check in time', async () => {
    const { bookId } = await bookOf(long(placeholder), long(clean));
    const busy = new WorkPool({ threads: 0 });
    onTestFinished(() => busy.close());
    const nothing = { findings: [], more: 0, chaptersUnchecked: 2 };
    expect((await check([bookId], { ...publishLimits, msMax: 20 }, busy)).get(bookId)).toEqual(nothing);
    expect((await check([bookId], { ...publishLimits, msMax: 0 })).get(bookId)).toEqual(nothing);
    expect((await check([bookId])).get(bookId)).toMatchObject({ chaptersUnchecked: 0 });
  });

  it('count the chapters that a full queue refuses', async () => {
    const { bookId } = await bookOf(long(placeholder));
    const closed = new WorkPool({ threads: 1 });
    closed.close();
    const warnings = await check([bookId], patient, closed);
    expect(warnings.get(bookId)).toEqual({ findings: [], more: 0, chaptersUnchecked: 1 });
  });

  it('read nothing of the books of other accounts', async () => {
    const { bookId } = await bookOf(placeholder);
    const { read, work } = own.running().service.services;
    const books = [{ id: bookId, language: 'en' }];
    const warnings = await publishWarningsOf(read, work, 'acc_00000000000000000000000000', books);
    expect(warnings.get(bookId)).toEqual({ findings: [], more: 0, chaptersUnchecked: 0 });
  });
});
