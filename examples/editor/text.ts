import { Autosave, type Draft, type Outcome, type SaveState, type Saving, type Unsaved } from './autosave.ts';
import { type Book, readChapter, withPlainLines } from './book.ts';
import { ApiError, Away, ask } from './client.ts';
import { byId, putText } from './dom.ts';
import { Drafts } from './drafts.ts';
import { attempt, notify } from './notice.ts';
import { type ChapterTextFragment, SaveChapterDocument } from './operations.gen.ts';
import { offerVersions } from './settle.ts';
import { showState } from './state.ts';
import { runOn, startRun, watchRun } from './writing.ts';

const controls = {
  title: byId('title', HTMLTextAreaElement),
  summary: byId('summary', HTMLTextAreaElement),
  content: byId('content', HTMLTextAreaElement),
};
const writeButton = byId('write', HTMLButtonElement);
const cancelButton = byId('cancel', HTMLButtonElement);
const settleButton = byId('settle', HTMLButtonElement);

function lock(isLocked: boolean): void {
  for (const control of Object.values(controls)) control.readOnly = isLocked;
}

/** Shows what has been written so far; whoever sees its end goes on seeing it. */
function putWritten(text: string): void {
  const main = controls.content.closest('main');
  const belowFold = () => controls.content.getBoundingClientRect().bottom - (main?.getBoundingClientRect().bottom ?? 0);
  const sawEnd = belowFold() <= 0;
  putText(controls.content, text);
  if (sawEnd && belowFold() > 0) main?.scrollBy(0, belowFold() + 64);
}

/** A chapter on the page, from its opening to its closing. */
export class OpenChapter {
  readonly #book: Book;
  readonly #autosave: Autosave;
  readonly #drafts: Drafts;
  readonly #closing = new AbortController();
  #record: ChapterTextFragment;
  #isFollowing = false;
  #isReading = false;

  static async open(book: Book, chapterId: string): Promise<OpenChapter> {
    return new OpenChapter(book, await readChapter(book.id, chapterId));
  }

  private constructor(book: Book, record: ChapterTextFragment) {
    this.#book = book;
    this.#record = record;
    this.#drafts = new Drafts(record.id, this.#closing.signal);
    this.#autosave = new Autosave(record, {
      save: (saving) => this.#save(saving),
      keep: (unsaved) => {
        if (!this.#drafts.keep(unsaved)) notify('This browser has no room to keep your text. Save it elsewhere too.');
      },
      show: (state, isTaken) => this.#show(state, isTaken),
      later(ms, work) {
        const timer = setTimeout(work, ms);
        return () => clearTimeout(timer);
      },
    });
    const { signal } = this.#closing;
    for (const field of ['title', 'summary', 'content'] as const)
      controls[field].addEventListener('input', () => this.#typed(field), { signal });
    writeButton.addEventListener('click', () => void this.write(), { signal });
    settleButton.addEventListener('click', () => this.#offer(this.#autosave.state), { signal });
    addEventListener('online', () => void this.flush(), { signal });
    this.#put(this.#autosave.mine);
    lock(false);
    this.#show(this.#autosave.state, false);
    book.watch(() => void this.#notice(), signal);
    this.#inherit();
  }

  get id(): string {
    return this.#record.id;
  }

  get version(): number {
    return this.#autosave.base.version;
  }

  /** Whether closing the page now would leave words in this browser alone. */
  get isSaved(): boolean {
    return this.#autosave.isSaved;
  }

  async flush(): Promise<void> {
    await this.#autosave.flush();
  }

  async close(): Promise<void> {
    // What is typed from now on would belong to nobody.
    lock(true);
    await this.flush();
    this.#autosave.close();
    this.#closing.abort();
  }

  /** A record that the page got by another way, as by restoring a revision. */
  async take(record: ChapterTextFragment): Promise<void> {
    this.#seen(record);
    await this.#autosave.take(record);
  }

  async write(): Promise<void> {
    await this.flush();
    if (this.#isFollowing || !this.isSaved) return;
    const run = await attempt(() => startRun(this.#book.id, this.#record));
    if (run) await this.#follow(run.id);
  }

  #typed(field: keyof Draft): void {
    if (field === 'title') putText(controls.title, controls.title.value.replaceAll('\n', ' '));
    const { value } = controls[field];
    // A chapter has a title: while it is being retyped the former one holds.
    if (field !== 'title' || value.trim() !== '') this.#autosave.edit({ [field]: value });
  }

  async #save({ patch, expectedVersion, keepsFormer }: Saving): Promise<Outcome> {
    const { id: bookId } = this.#book;
    try {
      const variables = { bookId, chapterId: this.id, patch, expectedVersion, keepRevision: keepsFormer };
      const record = withPlainLines((await ask(SaveChapterDocument, variables)).updateChapter);
      this.#seen(record);
      return { kind: 'saved', record };
    } catch (error) {
      if (error instanceof Away) return { kind: 'away' };
      if (!(error instanceof ApiError)) throw error;
      if (error.code === 'conflict') return this.#present();
      if (error.code !== 'invalid_state') return { kind: 'refused', message: error.message };
      void this.#read();
      return { kind: 'busy' };
    }
  }

  async #present(): Promise<Outcome> {
    try {
      const record = await readChapter(this.#book.id, this.id);
      this.#seen(record);
      return { kind: 'stale', record };
    } catch (error) {
      return error instanceof ApiError ? { kind: 'refused', message: error.message } : { kind: 'away' };
    }
  }

  #inherit(): void {
    const take = async (left: Unsaved) => {
      const isTaken = await this.#autosave.recover(left);
      if (isTaken) notify('Text that was not saved at your last visit has been put back.');
      return isTaken;
    };
    this.#drafts.inherit(take);
  }

  /** The book has changed somewhere: perhaps here. */
  async #notice(): Promise<void> {
    const line = this.#book.data.chapters.find(({ id }) => id === this.id);
    if (!line)
      return this.#show({ name: 'refused', message: 'This chapter was deleted. Your text stays here.' }, false);
    if (this.#isBehind || line.status === 'generating') await this.#read();
  }

  /** Whether the service has a later record than any that was read here. */
  get #isBehind(): boolean {
    const line = this.#book.data.chapters.find(({ id }) => id === this.id);
    return line !== undefined && line.version > this.#record.version;
  }

  /** Looks at the chapter as it stands: follows the run that has it, or takes over what is new. */
  async #read(): Promise<void> {
    if (this.#isReading || this.#isFollowing || this.#closing.signal.aborted) return;
    this.#isReading = true;
    try {
      // What is changed while it is being read is read after it.
      do {
        const run = await runOn(this.#book.id, this.id);
        if (run) return void this.#follow(run.id);
        const chapter = await readChapter(this.#book.id, this.id);
        this.#autosave.hold(false);
        await this.take(chapter);
      } while (this.#isBehind);
    } catch (error) {
      if (error instanceof Away) setTimeout(() => void this.#read(), 1_000);
    } finally {
      this.#isReading = false;
    }
  }

  async #follow(runId: string): Promise<void> {
    if (this.#isFollowing) return;
    this.#isFollowing = true;
    this.#autosave.hold(true);
    controls.content.readOnly = true;
    const { signal } = this.#closing;
    await attempt(() =>
      watchRun({
        runId,
        bookId: this.#book.id,
        chapterId: this.id,
        signal,
        show: putWritten,
      }),
    );
    this.#isFollowing = false;
    if (signal.aborted) return;
    controls.content.readOnly = false;
    await this.#read();
    await attempt(() => this.#book.refresh());
    this.#inherit();
  }

  #seen(record: ChapterTextFragment): void {
    if (record.version < this.#record.version) return;
    this.#record = record;
    this.#book.setChapter(record);
  }

  #put(draft: Draft): void {
    for (const field of ['title', 'summary', 'content'] as const) putText(controls[field], draft[field]);
  }

  #show(state: SaveState, isTaken: boolean): void {
    if (this.#closing.signal.aborted) return;
    if (isTaken && state.name !== 'busy') this.#put(this.#autosave.mine);
    showState(state, this.#record.status);
    cancelButton.hidden = state.name !== 'busy';
    if (state.name === 'conflict' && isTaken) this.#offer(state);
  }

  #offer(state: SaveState): void {
    if (state.name === 'conflict')
      offerVersions(this.#autosave.mine, state.theirs, (choice) => this.#autosave.settle(choice));
  }
}
