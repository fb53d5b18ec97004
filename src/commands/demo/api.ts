import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { SseReader } from '../../providers/sse.ts';
import { CommandError } from '../command.ts';

const failure = z.object({
  error: z.object({ code: z.string(), message: z.string(), retry_after: z.number().optional() }),
});

const chapter = z.object({
  id: z.string(),
  order: z.number(),
  title: z.string(),
  status: z.enum(['empty', 'generating', 'partial', 'complete']),
  wordCount: z.number(),
  content: z.string().optional(),
});
export type Chapter = z.output<typeof chapter>;

const book = z.object({
  id: z.string(),
  title: z.string(),
  author: z.string(),
  premise: z.string(),
  status: z.string(),
  wordCount: z.number(),
  chapters: z.array(chapter),
});
export type Book = z.output<typeof book>;

const enveloped = z.object({ data: z.unknown() });
const identified = z.object({ id: z.string() });
const features = z.object({ features: z.array(z.object({ name: z.string(), enabled: z.boolean() })) });
const variants = z.object({
  variants: z.array(z.object({ id: z.string(), chapters: z.array(z.object({ title: z.string() })) })),
});
const grading = z.object({
  grade: z.object({
    score: z.number(),
    band: z.string(),
    findings: z.array(z.object({ evidence: z.string(), fix: z.string() })),
  }),
});
/** A grade as the demo shows it. */
export type Grade = z.output<typeof grading>['grade'];

const piece = z.object({ text: z.string() });
const ended = z.object({ id: z.string(), state: z.enum(['completed', 'partial', 'failed', 'cancelled']) });
/** Final state of a run. */
export type RunState = z.output<typeof ended>['state'];

/** Limit of an event: a piece of prose, at most a few seconds of it. */
const eventCharsMax = 4_000_000;

export interface ServiceAccess {
  /** Base URL of the service, without a trailing slash. */
  url: string;
  key: string;
  /** Where the key comes from, for error messages. */
  keySource: string;
}

interface Request {
  body?: object | undefined;
  accept: string;
  signal?: AbortSignal | null | undefined;
}

/** Client of the public API for the demo. Errors are CommandErrors with a remedy. */
export class Api {
  readonly url: string;
  readonly #access: ServiceAccess;
  /** Aborted when the demo stops. A run in progress is then cancelled, which keeps its text. */
  readonly #signal: AbortSignal;

  constructor(access: ServiceAccess, signal: AbortSignal) {
    this.url = access.url;
    this.#access = access;
    this.#signal = signal;
  }

  account = () => this.#ask(identified, 'GET', '/v1/account');
  capabilities = () => this.#ask(features, 'GET', '/v1/capabilities');
  book = (bookId: string) => this.#ask(book, 'GET', `/v1/books/${bookId}?include=content`);
  outlines = (bookId: string, body: object) =>
    this.#ask(variants, 'POST', `/v1/books/${bookId}/outline/variants`, body, this.#signal);
  grade = (bookId: string, variantId: string) =>
    this.#ask(grading, 'POST', `/v1/books/${bookId}/outline/variants/${variantId}/grade`, {}, this.#signal);
  adopt = (bookId: string, variantId: string) =>
    this.#ask(z.unknown(), 'POST', `/v1/books/${bookId}/outline/variants/${variantId}/adopt`, {});
  createBook = (body: object) => this.#ask(identified, 'POST', '/v1/books', body);
  updatePlan = (bookId: string, body: object) => this.#ask(z.unknown(), 'PATCH', `/v1/books/${bookId}/plan`, body);
  add = (bookId: string, what: 'characters' | 'conflicts', body: object) =>
    this.#ask(identified, 'POST', `/v1/books/${bookId}/${what}`, body);
  cancel = (runId: string) => this.#ask(z.unknown(), 'POST', `/v1/runs/${runId}/cancel`, {});

  /** The book as EPUB. */
  async epub(bookId: string): Promise<Uint8Array> {
    const accept = 'application/epub+zip, application/json';
    const response = await this.#send('GET', `/v1/books/${bookId}/export?format=epub`, { accept });
    return new Uint8Array(await response.arrayBuffer());
  }

  /** Starts writing a chapter and yields its text; returns the final state of the run. */
  async *write(bookId: string, chapterId: string): AsyncGenerator<string, RunState, void> {
    const response = await this.#send('POST', `/v1/books/${bookId}/chapters/${chapterId}/write`, {
      body: {},
      accept: 'text/event-stream',
    });
    const runId = response.headers.get('x-run-id') ?? '';
    const cancel = () => void this.cancel(runId).catch(() => {});
    this.#signal.addEventListener('abort', cancel, { once: true });
    if (this.#signal.aborted) cancel();
    try {
      const events = new SseReader(eventCharsMax);
      for await (const bytes of response.body ?? []) {
        for (const { event, data } of events.read(bytes)) {
          if (event === 'error') throw new CommandError(failure.parse(JSON.parse(data)).error.message);
          if (event === 'run') return ended.parse(JSON.parse(data)).state;
          yield piece.parse(JSON.parse(data)).text;
        }
      }
    } catch (error) {
      throw error instanceof TypeError ? this.#goneAway() : error;
    } finally {
      this.#signal.removeEventListener('abort', cancel);
    }
    throw this.#goneAway();
  }

  /** With a signal, stops waiting on abort; the service continues its work. */
  async #ask<T>(shape: z.ZodType<T>, method: string, path: string, body?: object, signal?: AbortSignal): Promise<T> {
    const response = await this.#send(method, path, { body, accept: 'application/json', signal });
    const answer = enveloped.safeParse(await response.json().catch(() => undefined));
    const data = shape.safeParse(answer.data?.data);
    if (!data.success) throw this.#notFabula();
    return data.data;
  }

  /** Retries after the delay that the service requests. */
  async #send(method: string, path: string, { body, accept, signal = null }: Request) {
    for (;;) {
      const response = await fetch(this.url + path, {
        method,
        signal,
        redirect: 'error',
        headers: {
          authorization: `Bearer ${this.#access.key}`,
          accept,
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
      }).catch((error: unknown) => {
        if (signal?.aborted) throw error;
        throw new CommandError(
          `No service answers at ${this.url}. Start it with "npm start", or set FABULA_URL to where it runs.`,
        );
      });
      if (response.ok) return response;
      const refused = failure.safeParse(await response.json().catch(() => undefined));
      if (!refused.success) throw this.#notFabula();
      const { code, message, retry_after } = refused.data.error;
      if (response.status === 401 || response.status === 403)
        throw new CommandError(`${this.url} refused the key of ${this.#access.keySource}. ${message}`);
      if (code !== 'rate_limited') throw new CommandError(message);
      await pause((retry_after ?? 1) * 1_000, undefined, { signal: this.#signal });
    }
  }

  #notFabula(): CommandError {
    return new CommandError(`The server at ${this.url} is not Fabula. Set FABULA_URL to where it runs.`);
  }

  #goneAway(): CommandError {
    return new CommandError(
      `The service at ${this.url} closed the connection in the middle of a chapter. Check that it is running, then run the demo again.`,
    );
  }
}
