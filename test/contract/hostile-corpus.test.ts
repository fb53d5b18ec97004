import { BytePairEncodingCore } from 'gpt-tokenizer/esm/BytePairEncodingCore';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wordCount } from '../../src/domain/calls/prompt/tail.ts';
import { prepareOperation } from '../../src/graphql/execute.ts';
import type { Operation } from '../../src/operation.ts';
import { operations } from '../../src/operations.ts';
import { tokenCounter } from '../../src/providers/tokenizer.ts';
import { schema } from '../../src/schema.ts';
import { http } from '../support/faces.ts';
import { hostileDocuments, hostileTexts } from '../support/hostile.ts';
import { proof } from '../support/proofs.ts';
import {
  newSampleAccount,
  prepareRequest,
  type SampleAccount,
  serviceWithHeldProviders,
} from '../support/sample-requests.ts';
import { captureStatementTexts } from '../support/statement-capture.ts';

/** Characters that the main thread has read with its slowest readers. Threads have their own modules. */
const read = { tokens: 0, segments: 0 };
const { countNative } = BytePairEncodingCore.prototype;
const { segment } = Intl.Segmenter.prototype;
BytePairEncodingCore.prototype.countNative = function (text, ...options) {
  read.tokens += text.length;
  return countNative.call(this, text, ...options);
};
Intl.Segmenter.prototype.segment = function (text) {
  read.segments += text.length;
  return segment.call(this, text);
};
afterAll(() => {
  BytePairEncodingCore.prototype.countNative = countNative;
  Intl.Segmenter.prototype.segment = segment;
});

/** More than the main thread reads of a text. */
const characters = proof(52_000, 395_000);
const mainThreadMax = 50_000;
/** Statistics count the words of a text in one job and find its cast in another. */
const jobsOfText = 2;
const own = serviceWithHeldProviders();
/** Ids of the chapter of each text, by its name. */
const chapters = new Map<string, SampleAccount['ids']>();
let world: SampleAccount;

beforeAll(async () => {
  world = await newSampleAccount(own, 0);
  const { bookId } = world.ids;
  const rest = own.face('REST', world.key);
  for (const [name, textOf] of Object.entries(hostileTexts)) {
    const { id } = await rest('createChapter', { bookId, input: { title: name, content: textOf(characters) } });
    const [{ id: revisionId }] = await rest('revisions', { bookId, chapterId: id });
    chapters.set(name, { ...world.ids, chapterId: id, revisionId });
  }
});

/** Statements, jobs of threads, and characters read on the main thread, of one call. */
async function workOf(operation: Operation, ids: SampleAccount['ids']) {
  const { work } = own.running().service.services;
  const request = await prepareRequest(own, operation, { ...world, ids });
  const before = { jobs: work.performed, ...read };
  const sent = await captureStatementTexts(request);
  return {
    statements: sent.length,
    jobs: work.performed - before.jobs,
    tokens: read.tokens - before.tokens,
    segments: read.segments - before.segments,
  };
}

const queries = operations.filter((operation) => prepareOperation(schema, operation).kind === 'query');
const takes = (operation: Operation, name: string) => prepareOperation(schema, operation).variables.has(name);
/** The record of the sample: it is a file that nothing reads as text. */
const isSound = ({ answer }: Operation) => answer === 'chapterAudio';
const ofText = queries.filter((operation) => takes(operation, 'chapterId') && !isSound(operation));
/** Outside of proofs each operation reads a sixth of the texts. */
const textsFor = (index: number) => [...chapters.values()].filter((_ids, at) => proof(at % 6 === index % 6, true));

it('what the main thread reads is counted', async () => {
  const count = await tokenCounter();
  const text = 'A sentence of which nobody has counted the tokens.';
  const before = { ...read };
  count(text);
  expect(read).toEqual({ tokens: before.tokens + text.length, segments: before.segments });
  wordCount(text, 'en');
  expect(read.segments).toBe(before.segments + text.length);
});

describe('in a book of hostile texts', () => {
  it.each(queries.filter((one) => !ofText.includes(one)))(
    'the work of an operation is bounded: $document.definitions.0.name.value',
    async (operation) => {
      const work = await workOf(operation, world.ids);
      expect(work.statements).toBeLessThanOrEqual(operation.statements);
      expect(work.jobs).toBeLessThanOrEqual(jobsOfText * chapters.size);
      expect(work.tokens + work.segments).toBeLessThan(mainThreadMax);
    },
  );

  it.each(ofText.map((operation, index) => ({ operation, index })))(
    'one text is read by at most one job: $operation.document.definitions.0.name.value',
    async ({ operation, index }) => {
      for (const ids of textsFor(index)) {
        const work = await workOf(operation, ids);
        expect(work.statements).toBeLessThanOrEqual(operation.statements);
        expect(work.jobs).toBeLessThanOrEqual(1);
        expect(work.tokens).toBeLessThan(mainThreadMax);
        expect(work.segments).toBeLessThan(mainThreadMax);
      }
    },
  );

  it.each(Object.entries(hostileDocuments))('a document is refused or costs little: %s', async (_name, query) => {
    const other = await own.running().newKey();
    const send = async () =>
      http(own.url(), world.key, 'POST', '/graphql', { query, variables: { bookId: world.ids.bookId } });
    let answers: Awaited<ReturnType<typeof send>>[] = [];
    const { work } = own.running().service.services;
    const before = { jobs: work.performed, ...read };
    const statements = await captureStatementTexts(async () => {
      answers = await Promise.all(Array.from({ length: 4 }, send));
    });
    for (const { text, json } of answers) {
      expect(text.length).toBeLessThan(own.running().service.services.config.answerBytesMax);
      for (const { extensions } of json.errors ?? []) expect(extensions.code).toBe('invalid_request');
    }
    expect(statements.length).toBeLessThanOrEqual(4 * 12);
    expect(work.performed - before.jobs).toBe(0);
    expect(read.tokens - before.tokens).toBe(0);
    expect((await http(own.url(), other, 'GET', '/v1/books')).status).toBe(200);
  });
});
