import { type Face, graphql, http, type Json, Refused, tool } from './faces.ts';
import { openStream, type StreamedResponse, until } from './stream.ts';

/** A REST client of one chapter. */
export class ChapterClient {
  readonly url: string;
  readonly key: string;
  bookId = '';
  chapterId = '';

  constructor(url: string, key: string) {
    this.url = url;
    this.key = key;
  }

  /** Creates a book with one chapter. */
  static async create(url: string, key: string, chapter: object = {}): Promise<ChapterClient> {
    const client = new ChapterClient(url, key);
    client.bookId = await client.create('/v1/books', { premise: 'A ferry that never lands twice.' });
    client.chapterId = await client.create(`${client.book}/chapters`, { title: 'The ferry', ...chapter });
    return client;
  }

  /** The id of a new record. */
  private async create(path: string, body: object): Promise<string> {
    const made = await this.ask('POST', path, body);
    if (!made.id) throw new Error(`POST ${path}: ${JSON.stringify(made)}`);
    return made.id;
  }

  get book(): string {
    return `/v1/books/${this.bookId}`;
  }

  get path(): string {
    return `${this.book}/chapters/${this.chapterId}`;
  }

  /** Sends a request. Returns the data of the answer, or its error and status. */
  async ask(method: string, path: string, body?: unknown): Promise<Json> {
    const { json, status } = await http(this.url, this.key, method, path, body);
    return json?.error ? { status, ...json.error } : json?.data;
  }

  write(body?: object, headers: Record<string, string> = {}): StreamedResponse {
    return this.run('write', body, headers);
  }

  rewrite(directive: string, headers: Record<string, string> = {}): StreamedResponse {
    return this.run('rewrite', { directive }, headers);
  }

  run(route: 'write' | 'rewrite', body?: object, headers: Record<string, string> = {}): StreamedResponse {
    return openStream(this.url, this.key, 'POST', `${this.path}/${route}`, { body, headers });
  }

  chapter(): Promise<Json> {
    return this.ask('GET', this.path);
  }

  async runs(): Promise<Json[]> {
    return this.ask('GET', `${this.book}/runs`);
  }

  /** Resolves with the newest run when it has ended. */
  async waitForRun(): Promise<Json> {
    return until(async () => {
      const [run] = await this.runs();
      return run && run.state !== 'running' ? run : undefined;
    });
  }

  /** Resolves when the saved text of the chapter contains `part`. */
  async waitForSaved(part: string): Promise<void> {
    await until(async () => (await this.chapter()).content.includes(part));
  }
}

type Verb = 'write' | 'rewrite';

/** Writes or rewrites a chapter through one face and waits for the end. */
const throughFace: Record<Face['name'], (client: ChapterClient, verb: Verb, body: object) => Promise<unknown>> = {
  async REST({ url, key, path }, verb, body) {
    const { began, ended } = openStream(url, key, 'POST', `${path}/${verb}`, { body });
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

/** Writes or rewrites a chapter through a face. Returns the run, failed or not; throws if no run was started. */
export async function runThrough(face: Face['name'], client: ChapterClient, verb: Verb, body: object): Promise<Json> {
  await throughFace[face](client, verb, body).catch((error: unknown) => {
    // Some faces return a failed run as an error, others as data.
    if (!(error instanceof Refused) || error.code !== 'generation_failed') throw error;
  });
  return (await client.runs())[0];
}
