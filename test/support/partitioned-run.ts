import { ChapterClient } from './chapter-client.ts';
import type { Json } from './faces.ts';
import { type FakeProvider, hold, reply } from './provider.ts';
import { type StreamedResponse, until } from './stream.ts';

/** The text that a run saves before its node loses the database, and the text that it streams afterwards. */
export const savedText = 'The ferry came in late, its lamps out. ';
export const unsavedText = 'Nobody stood at the rail, and the bell was gone. ';

/** A run whose node is going to lose the database, observed from another node. */
export class PartitionedRun {
  readonly client: ChapterClient;
  readonly reading: StreamedResponse;
  runId = '';
  private readonly gates: ReturnType<typeof hold>[];

  private constructor(client: ChapterClient, reading: StreamedResponse, gates: ReturnType<typeof hold>[]) {
    this.client = client;
    this.reading = reading;
    this.gates = gates;
  }

  /** Begins a run on the node at `url`; resolves when `savedText` has been streamed. With `isDone` the provider ends after `unsavedText`. */
  static async open(
    provider: FakeProvider,
    client: ChapterClient,
    url: string,
    { begin, isDone = false }: { begin: (client: ChapterClient) => StreamedResponse; isDone?: boolean },
  ): Promise<PartitionedRun> {
    const [middle, end] = [hold(), hold()];
    provider.script(reply.text([savedText, middle.released, unsavedText, ...(isDone ? [] : [end.released])]));
    const { key, bookId, chapterId } = client;
    const reading = begin(Object.assign(new ChapterClient(url, key), { bookId, chapterId }));
    const scene = new PartitionedRun(client, reading, [middle, end]);
    await reading.waitFor(savedText.trim());
    return scene;
  }

  /** Resolves when `savedText` is in the database. */
  async waitForSaved(): Promise<void> {
    const run = await until(async () => (await this.client.runs()).find(({ charsWritten }) => charsWritten > 0));
    this.runId = run.id;
  }

  /** Lets the provider send `unsavedText`; resolves when it has been streamed. */
  async resume(): Promise<void> {
    this.gates[0]?.release();
    await this.reading.waitFor(unsavedText.trim());
  }

  release(): void {
    for (const { release } of this.gates) release();
  }

  run(): Promise<Json> {
    return this.client.ask('GET', `/v1/runs/${this.runId}`);
  }

  /** The texts of all revisions of the chapter, the current one included. */
  async texts(): Promise<string[]> {
    const list: Json[] = await this.client.ask('GET', `${this.client.path}/revisions`);
    const each = list.map(({ id }) => this.client.ask('GET', `${this.client.path}/revisions/${id}`));
    return (await Promise.all(each)).map(({ content }) => content);
  }
}
