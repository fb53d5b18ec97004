import assert from 'node:assert/strict';
import type { Client } from 'openapi-fetch';
import { onePixel } from '../support/pictures.ts';
import type { components, paths } from './.generated/openapi.gen.ts';

type Chapter = components['schemas']['Chapter'];

/** Calls every route of /v1 with the generated types, so that the compiler checks each call. */
export async function useEveryRoute(client: Client<paths>, written: string): Promise<void> {
  await useAccount(client);
  const book = await ok(client.POST('/v1/books', { body: { premise: 'A ferry that comes an hour late.' } }));
  const bookId: string = book.data.id;
  await usePlan(client, bookId);
  await useCast(client, bookId);
  await useMoods(client, bookId);
  const chapter = await useChapters(client, bookId);
  await useRuns(client, bookId, written);
  await useTexts(client, bookId, chapter.id);
  await useOutlines(client);
  await useFiles(client, bookId);
  await useCovers(client, bookId);
  await useBook(client, bookId, chapter);
}

/** The response of a successful call. */
async function ok<T>(call: Promise<{ data?: T; error?: unknown; response: Response }>): Promise<NonNullable<T>> {
  const { data, error, response } = await call;
  assert(data !== undefined && data !== null, `${response.status} ${response.url} ${JSON.stringify(error)}`);
  return data;
}

async function useAccount(client: Client<paths>): Promise<void> {
  const routes: string[] = (await ok(client.GET('/v1'))).data;
  assert(routes.includes('GET /v1/books'));
  const { data: features } = await ok(client.GET('/v1/capabilities'));
  assert(features);
  const { data: account } = await ok(client.GET('/v1/account'));
  assert(account);
  const { data: made } = await ok(
    client.POST('/v1/account/tokens', { body: { name: 'of a program', scopes: ['books:read'] } }),
  );
  const { data: tokens } = await ok(client.GET('/v1/account/tokens'));
  assert(tokens.some(({ id }) => id === made.id));
  const params = { path: { tokenId: made.id } };
  const rotated = await ok(client.POST('/v1/account/tokens/{tokenId}/rotate', { params, body: { overlapSeconds: 0 } }));
  assert.equal(rotated.data.id, made.id);
  await ok(client.DELETE('/v1/account/tokens/{tokenId}', { params }));
}

async function usePlan(client: Client<paths>, bookId: string): Promise<void> {
  const path = { bookId };
  const { data: sheets } = await ok(client.GET('/v1/books/{bookId}/beat-sheets', { params: { path } }));
  assert(sheets.some(({ id }) => id === 'save-the-cat'));
  const body = { beatSheetTemplate: 'save-the-cat', themeStatement: 'A promise is a debt.', povDepth: 60 } as const;
  await ok(client.PATCH('/v1/books/{bookId}/plan', { params: { path }, body }));
  const { data: plan } = await ok(client.GET('/v1/books/{bookId}/plan', { params: { path } }));
  assert.equal(plan.themeStatement, body.themeStatement);
  assert.equal(plan.povDepth, 60);
  const style = { styleGuide: 'Plain words.', avoid: ['suddenly'] };
  await ok(client.PATCH('/v1/books/{bookId}/style', { params: { path }, body: { ...style, personLock: 'third' } }));
  const { data: read } = await ok(client.GET('/v1/books/{bookId}/style', { params: { path } }));
  assert.deepEqual([read.avoid, read.styleSample], [['suddenly'], null]);
}

async function useCast(client: Client<paths>, bookId: string): Promise<void> {
  const path = { bookId };
  const cast = '/v1/books/{bookId}/characters' as const;
  const one = '/v1/books/{bookId}/characters/{characterId}' as const;
  const { data: emma } = await ok(client.POST(cast, { params: { path }, body: { name: 'Emma', want: 'to leave' } }));
  const { data: man } = await ok(client.POST(cast, { params: { path }, body: { name: 'The man with the rope' } }));
  const ofEmma = { path: { bookId, characterId: emma.id } };
  await ok(client.PATCH(one, { params: ofEmma, body: { want: null, aliases: ['Em'] } }));
  const { data: read } = await ok(client.GET(one, { params: ofEmma }));
  assert.deepEqual([read.want, read.aliases], [null, ['Em']]);

  const matrix = '/v1/books/{bookId}/conflicts' as const;
  const edge = '/v1/books/{bookId}/conflicts/{conflictId}' as const;
  const ends = { fromCharacterId: emma.id, toCharacterId: man.id };
  const { data: conflict } = await ok(
    client.POST(matrix, { params: { path }, body: { ...ends, kind: 'debt', description: 'He said noon.' } }),
  );
  const ofConflict = { path: { bookId, conflictId: conflict.id } };
  await ok(client.PATCH(edge, { params: ofConflict, body: { intensity: 5 } }));
  assert.equal((await ok(client.GET(edge, { params: ofConflict }))).data.intensity, 5);
  assert.equal((await ok(client.GET(matrix, { params: { path } }))).data.length, 1);
  assert.equal((await ok(client.DELETE(edge, { params: ofConflict }))).data.ok, true);

  await ok(client.DELETE(one, { params: { path: { bookId, characterId: man.id } } }));
  assert.equal((await ok(client.GET(cast, { params: { path } }))).data.length, 1);
}

async function useMoods(client: Client<paths>, bookId: string): Promise<void> {
  const path = { bookId };
  const all = '/v1/books/{bookId}/mood-references' as const;
  const one = '/v1/books/{bookId}/mood-references/{moodId}' as const;
  const { data: mood } = await ok(client.POST(all, { params: { path }, body: { kind: 'music', title: 'Foghorns' } }));
  const params = { path: { bookId, moodId: mood.id } };
  await ok(client.PATCH(one, { params, body: { note: 'Low, far away.' } }));
  assert.equal((await ok(client.GET(all, { params: { path } }))).data[0]?.note, 'Low, far away.');
  await ok(client.DELETE(one, { params }));
}

async function useChapters(client: Client<paths>, bookId: string): Promise<Chapter> {
  const all = '/v1/books/{bookId}/chapters' as const;
  const one = '/v1/books/{bookId}/chapters/{chapterId}' as const;
  const inBook = { path: { bookId } };
  const { data: first } = await ok(client.POST(all, { params: inBook, body: { title: 'Noon', content: 'Rain.' } }));
  const { data: second } = await ok(client.POST(all, { params: inBook, body: { title: 'Night' } }));
  const params = { path: { bookId, chapterId: second.id } };
  await ok(client.PATCH(one, { params, body: { content: 'Rain at night.' } }));
  const recap = '/v1/books/{bookId}/chapters/{chapterId}/recap' as const;
  await ok(client.PUT(recap, { params, body: { events: 'It rained.' } }));
  assert.equal((await ok(client.GET(recap, { params }))).data?.origin, 'person');
  await ok(client.POST('/v1/books/{bookId}/chapters/{chapterId}/move', { params, body: { order: 1 } }));
  const { data: listed } = await ok(client.GET(all, { params: inBook }));
  assert.deepEqual(
    listed.map(({ id, order }) => [id, order]),
    [
      [second.id, 1],
      [first.id, 2],
    ],
  );
  await ok(client.DELETE(one, { params }));
  const { data: archived } = await ok(client.GET(all, { params: { path: { bookId }, query: { archived: true } } }));
  assert.equal(archived[0]?.id, second.id);
  await ok(client.POST('/v1/books/{bookId}/chapters/{chapterId}/restore', { params }));
  const order = { chapterIds: [first.id, second.id] };
  const { data: ordered } = await ok(
    client.POST('/v1/books/{bookId}/chapters/reorder', { params: inBook, body: order }),
  );
  assert.deepEqual(
    ordered.map(({ id }) => id),
    order.chapterIds,
  );
  const { data: halves } = await ok(
    client.POST('/v1/books/{bookId}/chapters/{chapterId}/split', { params, body: { at: 4, title: 'Later' } }),
  );
  assert.deepEqual([halves.chapter.content, halves.next.content], ['Rain', 'at night.']);
  const merging = { separator: ' ', nextExpectedVersion: halves.next.version };
  await ok(client.POST('/v1/books/{bookId}/chapters/{chapterId}/merge', { params, body: merging }));
  const { data: read } = await ok(client.GET(one, { params }));
  assert.equal(read.content, 'Rain at night.');
  return read;
}

async function useRuns(client: Client<paths>, bookId: string, written: string): Promise<void> {
  const { data: chapter } = await ok(
    client.POST('/v1/books/{bookId}/chapters', { params: { path: { bookId } }, body: { title: 'Written' } }),
  );
  const params = { path: { bookId, chapterId: chapter.id } };
  const { data: prompt } = await ok(client.GET('/v1/books/{bookId}/chapters/{chapterId}/prompt', { params }));
  assert(prompt.messages.length > 0);
  const text: string = await ok(
    client.POST('/v1/books/{bookId}/chapters/{chapterId}/write', { params, body: {}, parseAs: 'text' }),
  );
  assert.equal(text, written);
  const { data: runs } = await ok(client.GET('/v1/books/{bookId}/runs', { params: { path: { bookId } } }));
  // A summary run may have started by now.
  const runId = runs.find(({ kind }) => kind === 'write')?.id ?? '';
  const ofRun = { path: { runId } };
  assert.equal((await ok(client.GET('/v1/runs/{runId}', { params: ofRun }))).data.state, 'completed');
  const rest: string = await ok(
    client.GET('/v1/runs/{runId}/stream', { params: { ...ofRun, query: { from_offset: 10 } }, parseAs: 'text' }),
  );
  assert.equal(rest, [...written].slice(10).join(''));
  const { data: over } = await ok(client.POST('/v1/runs/{runId}/cancel', { params: ofRun }));
  assert.equal(over.state, 'completed');
}

async function useTexts(client: Client<paths>, bookId: string, chapterId: string): Promise<void> {
  const inChapter = { path: { bookId, chapterId } };
  const content = 'The rain will not stop for anybody in the world. '.repeat(2);
  await ok(client.PATCH('/v1/books/{bookId}/chapters/{chapterId}', { params: inChapter, body: { content } }));
  const all = '/v1/books/{bookId}/chapters/{chapterId}/revisions' as const;
  const { data: revisions } = await ok(client.GET(all, { params: inChapter }));
  const former = revisions[1];
  assert(former && !former.isCurrent);
  const params = { path: { bookId, chapterId, revisionId: former.id } };
  const { data: read } = await ok(client.GET(`${all}/{revisionId}`, { params }));
  const { data: diff } = await ok(client.GET(`${all}/{revisionId}/diff`, { params }));
  assert(diff.wordsRemoved > 0);
  const query = { q: 'rain', in: ['prose' as const] };
  const { data: hits } = await ok(client.GET('/v1/books/{bookId}/search', { params: { path: { bookId }, query } }));
  assert(hits.some((hit) => hit.chapterId === chapterId));
  await ok(client.GET('/v1/search', { params: { query: { q: 'rain', limit: 1 } } }));

  const lint = '/v1/books/{bookId}/chapters/{chapterId}/lint' as const;
  const { data: report } = await ok(client.GET(lint, { params: inChapter }));
  const findingId = report.findings[0]?.id ?? '';
  const reason = 'It rains like that.';
  await ok(client.POST(`${lint}/waivers`, { params: inChapter, body: { findingId, reason } }));
  await ok(client.DELETE(`${lint}/waivers/{findingId}`, { params: { path: { bookId, chapterId, findingId } } }));

  await ok(client.POST(`${all}/{revisionId}/restore`, { params }));
  const body = { directive: 'Let it be drier.' };
  const rewrite = '/v1/books/{bookId}/chapters/{chapterId}/rewrite' as const;
  const text: string = await ok(client.POST(rewrite, { params: inChapter, body, parseAs: 'text' }));
  assert.notEqual(text, read.content);
  const { data: thinning } = await ok(
    client.POST(`${all}/thin`, { params: inChapter, body: { keep: 1, preview: true } }),
  );
  assert(thinning.isPreview && thinning.kept >= 1);
  const { data: deleted } = await ok(client.DELETE(`${all}/{revisionId}`, { params }));
  assert.equal(deleted.id, former.id);
  const recap = '/v1/books/{bookId}/chapters/{chapterId}/recap' as const;
  const { data: summary } = await ok(client.POST(recap, { params: inChapter }));
  assert('kind' in summary && summary.kind === 'summarize');
  const asked = { params: { ...inChapter, query: { preview: true } } };
  const { data: preview } = await ok(client.POST(recap, asked));
  assert('messages' in preview && preview.messages.length === 2);
  const narrate = '/v1/books/{bookId}/chapters/{chapterId}/narrate' as const;
  const { data: narration } = await ok(client.POST(narrate, { params: inChapter, body: { wait: true } }));
  assert.equal(narration.state, 'completed');
  const whole = { params: { path: { bookId } } };
  await ok(client.POST('/v1/books/{bookId}/narrate', { ...whole, body: {} }));
  const { data: progress } = await ok(client.GET('/v1/books/{bookId}/narration', whole));
  assert(progress.chapters.some((one) => one.chapterId === chapterId && one.state === 'ready'));
  await ok(client.POST('/v1/books/{bookId}/narration/cancel', whole));
  const audio = '/v1/books/{bookId}/chapters/{chapterId}/audio' as const;
  const range = { ...inChapter, header: { Range: 'bytes=0-2' } };
  const start: ArrayBuffer = await ok(client.GET(audio, { params: range, parseAs: 'arrayBuffer' }));
  assert.equal(Buffer.from(start).toString(), 'ID3');
  const { data: stale } = await ok(client.GET('/v1/books/{bookId}/staleness', { params: { path: { bookId } } }));
  assert(!stale.some((one) => one.chapterId === chapterId));
  await ok(
    client.PATCH('/v1/books/{bookId}/chapters/{chapterId}', { params: inChapter, body: { content: read.content } }),
  );
  const ofBook = { path: { bookId }, query: { days: 7 } };
  const { data: statistics } = await ok(client.GET('/v1/books/{bookId}/statistics', { params: ofBook }));
  assert.equal(statistics.days.length, 7);
  const { data: analytics } = await ok(
    client.GET('/v1/books/{bookId}/analytics', {
      params: { path: { bookId }, query: { from: '2026-01-01', to: '2026-01-31' } },
    }),
  );
  assert.equal(analytics.completion, null);
  const { data: events } = await ok(client.GET('/v1/events', { params: { query: { limit: 3 } } }));
  assert.equal(events[0]?.type, 'book.created');
  const { data: usage } = await ok(client.GET('/v1/account/usage'));
  assert(usage.totals.runs > 0);
}

async function useOutlines(client: Client<paths>): Promise<void> {
  const { data: book } = await ok(client.POST('/v1/books', { body: { premise: 'A ferry that comes an hour late.' } }));
  const params = { path: { bookId: book.id } };
  const { data: outlined } = await ok(client.POST('/v1/books/{bookId}/outline', { params, body: { chapterCount: 3 } }));
  assert('chapters' in outlined && outlined.chapters?.length === 3);
  const variants = '/v1/books/{bookId}/outline/variants' as const;
  const { data: made } = await ok(client.POST(variants, { params, body: { count: 1, chapterCount: 2 } }));
  assert('variants' in made);
  const variantId = made.variants[0]?.id ?? '';
  const ofVariant = { path: { bookId: book.id, variantId } };
  const { data: own } = await ok(client.POST('/v1/books/{bookId}/outline/grade', { params, body: { judge: false } }));
  const { data: judged } = await ok(client.POST(`${variants}/{variantId}/grade`, { params: ofVariant, body: {} }));
  assert('grade' in own && own.grade?.isComplete === false);
  assert('grade' in judged && judged.grade?.isComplete === true);
  const { data: adopted } = await ok(client.POST(`${variants}/{variantId}/adopt`, { params: ofVariant, body: {} }));
  assert.equal(adopted.chapters.length, 2);
  assert.equal((await ok(client.GET(variants, { params }))).data.length, 2);
  await ok(client.DELETE(`${variants}/{variantId}`, { params: ofVariant }));
}

async function useFiles(client: Client<paths>, bookId: string): Promise<void> {
  const params = { path: { bookId } };
  const asText = { parseAs: 'text' } as const;
  const markdown = await ok(
    client.POST('/v1/books/{bookId}/produce', { params, body: { format: 'markdown' }, ...asText }),
  );
  const pictures = [
    await ok(client.GET('/v1/books/{bookId}/conflicts.svg', { params, ...asText })),
    await ok(client.GET('/v1/books/{bookId}/relationships.svg', { params, ...asText })),
    await ok(
      client.GET('/v1/books/{bookId}/beats.svg', { params: { ...params, query: { theme: 'dark' } }, ...asText }),
    ),
  ];
  for (const picture of pictures) assert.match(String(picture), /^<svg /);
  const query = { format: 'json' } as const;
  const whole = await ok(client.GET('/v1/books/{bookId}/export', { params: { ...params, query }, ...asText }));
  for (const [format, content] of [
    ['markdown', String(markdown)],
    ['json', String(whole)],
  ] as const) {
    const imported = await ok(client.POST('/v1/books/import', { body: { format, content } }));
    // A string type would be the event stream.
    assert(typeof imported !== 'string');
    const { data: book } = imported;
    assert.notEqual(book.id, bookId);
    await ok(client.DELETE('/v1/books/{bookId}', { params: { path: { bookId: book.id } } }));
  }
}

async function useCovers(client: Client<paths>, bookId: string): Promise<void> {
  const params = { path: { bookId } };
  const front = '/v1/books/{bookId}/cover' as const;
  const covers = '/v1/books/{bookId}/covers' as const;
  const { data: made } = await ok(client.POST(front, { params, body: { count: 1 } }));
  assert('covers' in made);
  const [cover] = made.covers;
  assert(cover?.isChosen);
  const png = {
    body: Buffer.from(onePixel, 'base64'),
    bodySerializer: (bytes: unknown) => bytes as Buffer<ArrayBuffer>,
    headers: { 'content-type': 'image/png' },
  };
  const { data: own } = await ok(client.POST(covers, { params, ...png }));
  const ofOwn = { path: { bookId, coverId: own.id } };
  assert((await ok(client.POST(`${covers}/{coverId}/choose`, { params: ofOwn }))).data.isChosen);
  const asBlob = { parseAs: 'blob' } as const;
  assert.equal((await client.GET(front, { params, ...asBlob })).response.headers.get('content-type'), own.mediaType);
  await ok(client.GET(`${covers}/{coverId}`, { params: ofOwn, ...asBlob }));
  await ok(client.DELETE(front, { params }));
  await ok(client.DELETE(`${covers}/{coverId}`, { params: ofOwn }));
  assert.equal((await ok(client.GET(covers, { params }))).data.length, 1);
}

async function useBook(client: Client<paths>, bookId: string, chapter: Chapter): Promise<void> {
  const params = { path: { bookId } };
  const { data: read, response } = await client.GET('/v1/books/{bookId}', {
    params: { ...params, query: { include: 'content' } },
  });
  assert.equal(read?.data.chapters.find(({ id }) => id === chapter.id)?.content, chapter.content);
  const version = response.headers.get('etag') ?? '';
  const header = { 'If-Match': version };
  const renamed = client.PATCH('/v1/books/{bookId}', { params: { ...params, header }, body: { title: 'Noon' } });
  assert.equal((await ok(renamed)).data.title, 'Noon');
  const stale = await client.PATCH('/v1/books/{bookId}', { params: { ...params, header }, body: { title: 'Night' } });
  assert.equal(stale.error?.error.code, 'conflict');
  const { data: warnings } = await ok(client.GET('/v1/books/{bookId}/publish-warnings', { params }));
  const { data: published } = await ok(client.POST('/v1/books/{bookId}/publish', { params, body: { publish: true } }));
  assert.deepEqual(published.publishWarnings, warnings);
  const { data: edition } = await ok(client.GET('/v1/books/{bookId}/publication', { params }));
  assert.equal(edition?.hasChanges, false);
  const { data: moved } = await ok(client.POST('/v1/books/{bookId}/reader-key/rotate', { params }));
  assert.notEqual(moved.readerUrl, edition?.readerUrl);
  const { data: books, next_cursor } = await ok(client.GET('/v1/books', { params: { query: { limit: 1 } } }));
  assert.equal(books.length, 1);
  const next: string | null = next_cursor;
  assert(next, 'There is another book.');
  await ok(client.DELETE('/v1/books/{bookId}', { params }));
  const gone = await client.GET('/v1/books/{bookId}', { params });
  assert.equal(gone.error?.error.code, 'not_found');
  await ok(client.POST('/v1/books/{bookId}/restore', { params }));
}
