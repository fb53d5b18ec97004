import { Autosave, type Outcome, type SaveState, type Saving } from './autosave.ts';
import { type Book, readChapter, withPlainLines } from './book.ts';
import { type Draft, fields, type Unsaved } from './chapter-draft.ts';
import { ApiError, Away, ask, patiently } from './client.ts';
import { byId, putText } from './dom.ts';
import { Drafts } from './drafts.ts';
import { attempt, notify, reasonOf } from './notice.ts';
import { type ChapterTextFragment, type RunStateFragment, SaveChapterDocument } from './operations.gen.ts';
import { offerVersions } from './settle.ts';
import { controls, lock, putDraft, putWritten } from './sheet.ts';
import { showState } from './state.ts';
import { runOn, startRun, watchRun } from './writing.ts';

const writeButton = byId('write', HTMLButtonElement);
const cancelButton = byId('cancel', HTMLButtonElement);
const settleButton = byId('settle', HTMLButtonElement);

const deleted = 'This chapter was deleted. Your text stays here.';

/** An open chapter, until it is closed. */
export class OpenChapter {
  readonly #book: Book;
  readonly #autosave: Autosave;
  readonly #drafts: Drafts;
  readonly #closing = new AbortController();
  #record: ChapterTextFragment;
  #isFollowing = false;
  #isReading = false;
  #isKept = true;

  static async open(book: Book, chapterId: string): Promise<OpenChapter> {
    return new OpenChapter(book, await readChapter(book.id, chapterId));
  }

  private constructor(book: Book, record: ChapterTextFragment) {
    this.#book = book;
    this.#record = record;
    this.#drafts = new Drafts(record.id, this.#closing.signal);
    this.#autosave = new Autosave(record, {
      save: (saving) => this.#save(saving),
      keep: (unsaved) => this.#keep(unsaved),
      show: (state, isTaken) => this.#show(state, isTaken),
      later(ms, work) {
        const timer = setTimeout(work, ms);
        return () => clearTimeout(timer);
      },
    });
    const { signal } = this.#closing;
    for (const field of fields) controls[field].addEventListener('input', () => this.#typed(field), { signal });
    writeButton.addEventListener('click', () => void this.write(), { signal });
    settleButton.addEventListener('click', () => this.#offer(this.#autosave.state), { signal });
    addEventListener('online', () => void this.flush(), { signal });
    putDraft(this.#autosave.mine);
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

  /** Whether closing the page would leave unsaved text in this browser only. */
  get isSaved(): boolean {
    return this.#autosave.isSaved;
  }

  async flush(): Promise<void> {
    await this.#autosave.flush();
  }

  async close(): Promise<void> {
    // Later input would have no owner.
    lock(true);
    await this.flush();
    this.#autosave.close();
    this.#closing.abort();
  }

  /** A record received otherwise, such as by restoring a revision. */
  async take(record: ChapterTextFragment): Promise<void> {
    this.#seen(record);
    await this.#autosave.take(record);
  }

  async write(): Promise<void> {
    await this.flush();
    if (this.#isFollowing) return;
    if (!this.isSaved) return notify('Save your own text first; it will not be overwritten.');
    const run = await attempt(() => startRun(this.#book.id, this.#record));
    if (run) await this.#follow(run.id);
  }

  #typed(field: keyof Draft): void {
    if (field === 'title') putText(controls.title, controls.title.value.replaceAll('\n', ' '));
    const { value } = controls[field];
    // A chapter needs a title: while it is empty the previous one is kept.
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
      if (error.code === 'not_found') return { kind: 'refused', message: deleted };
      const run = error.code === 'invalid_state' ? await this.#runNow() : undefined;
      if (!run) return { kind: 'refused', message: error.message };
      void this.#follow(run.id);
      return { kind: 'busy' };
    }
  }

  /** Also undefined if the service is away: a running run is found at the next change of the book. */
  async #runNow(): Promise<RunStateFragment | undefined> {
    return await runOn(this.#book.id, this.id).catch(() => undefined);
  }

  #keep(unsaved: Unsaved | undefined): void {
    const isKept = this.#drafts.keep(unsaved);
    if (!isKept && this.#isKept) notify('Browser storage is full. Save a copy of your text elsewhere.');
    this.#isKept = isKept;
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
      if (isTaken) notify('Unsaved text from your last visit was restored.');
      return isTaken;
    };
    this.#drafts.inherit(take);
  }

  /** The book has changed, possibly this chapter. */
  async #notice(): Promise<void> {
    const line = this.#book.data.chapters.find(({ id }) => id === this.id);
    if (!line) return this.#refuse(deleted);
    if (this.#isBehind || line.status === 'generating') await this.#read();
  }

  /** Whether the service has a newer record than the last one read here. */
  get #isBehind(): boolean {
    const line = this.#book.data.chapters.find(({ id }) => id === this.id);
    return line !== undefined && line.version > this.#record.version;
  }

  /** Reads the current chapter: follows its run, or merges changes. */
  async #read(): Promise<void> {
    const { signal } = this.#closing;
    if (this.#isReading || this.#isFollowing || signal.aborted) return;
    this.#isReading = true;
    try {
      // Changes during a read cause another read.
      do await patiently(() => this.#readOnce(), signal);
      while (this.#isBehind && !this.#isFollowing);
    } catch (error) {
      this.#refuse(reasonOf(error));
    }
    this.#isReading = false;
  }

  async #readOnce(): Promise<void> {
    const run = await runOn(this.#book.id, this.id);
    if (run) return void this.#follow(run.id);
    const chapter = await readChapter(this.#book.id, this.id);
    this.#autosave.hold(false);
    await this.take(chapter);
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
    // Input refers to the text as it was written, which must be loaded first.
    await this.#read();
    if (this.#isFollowing) return;
    controls.content.readOnly = signal.aborted;
    await attempt(() => this.#book.refresh());
    this.#inherit();
  }

  /** The chapter is no longer readable; the input is kept. */
  #refuse(message: string): void {
    this.#autosave.hold(false);
    this.#show({ name: 'refused', message }, false);
  }

  #seen(record: ChapterTextFragment): void {
    if (record.version < this.#record.version) return;
    this.#record = record;
    this.#book.setChapter(record);
  }

  #show(state: SaveState, isTaken: boolean): void {
    if (this.#closing.signal.aborted) return;
    if (isTaken && state.name !== 'busy') putDraft(this.#autosave.mine);
    showState(state, this.#record.status);
    cancelButton.hidden = state.name !== 'busy';
    if (state.name === 'conflict' && isTaken) this.#offer(state);
  }

  #offer(state: SaveState): void {
    if (state.name === 'conflict')
      offerVersions(this.#autosave.mine, state.theirs, async (choice) => {
        if (!(await this.#autosave.settle(choice)))
          notify('Your choice was not saved. Both versions are kept; choose again.');
      });
  }
}
