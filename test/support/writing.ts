import { type Face, graphql, http, type Json, Refused, tool } from './faces.ts';
import { open, type Reading, until } from './stream.ts';

/** A chapter of a new book, and what tests do with it over REST. */
export class Desk {
  readonly url: string;
  readonly key: string;
  bookId = '';
  chapterId = '';

  constructor(url: string, key: string) {
    this.url = url;
    this.key = key;
  }

  static async at(url: string, key: string, chapter: object = {}): Promise<Desk> {
    const desk = new Desk(url, key);
    desk.bookId = (await desk.ask('POST', '/v1/books', { premise: 'A ferry that never lands twice.' })).id;
    desk.chapterId = (await desk.ask('POST', `${desk.book}/chapters`, { title: 'The ferry', ...chapter })).id;
    return desk;
  }

  get book(): string {
    return `/v1/books/${this.bookId}`;
  }

  get path(): string {
    return `${this.book}/chapters/${this.chapterId}`;
  }

  /** The data of an answer, or its error. */
  async ask(method: string, path: string, body?: unknown): Promise<Json> {
    const { json, status } = await http(this.url, this.key, method, path, body);
    return json?.error ? { status, ...json.error } : json?.data;
  }

  write(body?: object, headers: Record<string, string> = {}): Reading {
    return open(this.url, this.key, 'POST', `${this.path}/write`, { body, headers });
  }

  rewrite(directive: string, headers: Record<string, string> = {}): Reading {
    return open(this.url, this.key, 'POST', `${this.path}/rewrite`, { body: { directive }, headers });
  }

  chapter(): Promise<Json> {
    return this.ask('GET', this.path);
  }

  async runs(): Promise<Json[]> {
    return this.ask('GET', `${this.book}/runs`);
  }

  /** The newest run, once it has ended. */
  async ended(): Promise<Json> {
    return until(async () => {
      const [run] = await this.runs();
      return run && run.state !== 'running' ? run : undefined;
    });
  }

  /** Once so much of the chapter is saved. */
  async saved(part: string): Promise<void> {
    await until(async () => (await this.chapter()).content.includes(part));
  }
}

type Verb = 'write' | 'rewrite';

/** Has a chapter written or rewritten through one face, and waits. */
const throughFace: Record<Face['name'], (desk: Desk, verb: Verb, body: object) => Promise<unknown>> = {
  async REST({ url, key, path }, verb, body) {
    const { began, ended } = open(url, key, 'POST', `${path}/${verb}`, { body });
    const { status } = await began;
    const { text } = await ended;
    if (status >= 400) throw new Refused(JSON.parse(text).error, status);
  },
  GraphQL: ({ url, key, bookId, chapterId }, verb, input) => {
    const [field, type] = verb === 'write' ? ['writeChapter', 'WriteRequest'] : ['rewriteChapter', 'RewriteRequest!'];
    const query = `mutation ($bookId: ID!, $chapterId: ID!, $input: ${type}) {
      ${field}(bookId: $bookId, chapterId: $chapterId, input: $input, waitSeconds: 20) { id }
    }`;
    return graphql(url, key, query, { bookId, chapterId, input });
  },
  MCP: ({ url, key, bookId, chapterId }, verb, body) =>
    tool(url, key, `${verb}_chapter`, { bookId, chapterId, waitSeconds: 20, ...body }),
};

/** The run that came of it, however it ended; throws the refusal where none was begun. */
export async function runThrough(face: Face['name'], desk: Desk, verb: Verb, body: object): Promise<Json> {
  await throughFace[face](desk, verb, body).catch((error: unknown) => {
    // Whether a failure of the provider is an answer or an error is the face's own matter.
    if (!(error instanceof Refused) || error.code !== 'generation_failed') throw error;
  });
  return (await desk.runs())[0];
}
