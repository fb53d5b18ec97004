import { showAsRead } from './as-read.ts';
import { Autosave, type Outcome, type SaveState, type Saving } from './autosave.ts';
import { type Book, readChapter, withPlainLines } from './book.ts';
import { type Draft, fields, type Unsaved } from './chapter-draft.ts';
import { showSheet } from './chapter-sheet.ts';
import { ask, patiently } from './client.ts';
import { listenContinue, listenRewrite, showContinue, submitContinue } from './continuing.ts';
import { byId, putText } from './dom.ts';
import { Drafts } from './drafts.ts';
import { withEdit } from './escapes.ts';
import { showFacts } from './facts.ts';
import { countWords } from './goals.ts';
import { attempt, notify, reasonOf } from './notice.ts';
import {
  type ChapterPatch,
  type ChapterTextFragment,
  type RunStateFragment,
  SaveChapterDocument,
  type WriteRequest,
} from './operations.gen.ts';
import { chooseTab } from './panes.ts';
import { proposeChanges } from './proposing.ts';
import { deleted, mergeWords, sendDraft } from './saving.ts';
import { offerVersions } from './settle.ts';
import { controls, lock, putDraft, putWritten } from './sheet.ts';
import { agreed } from './spend.ts';
import { showState } from './state.ts';
import { listenUndo } from './undo-keys.ts';
import { type Order, orderToRewrite, orderToWrite, requestFor, runOn, watchRun } from './writing.ts';

const writeButton = byId('write', HTMLButtonElement);
const cancelButton = byId('cancel', HTMLButtonElement);
const settleButton = byId('settle', HTMLButtonElement);
const proposeButton = byId('propose-changes', HTMLButtonElement);

const notYet = 'Your text is not saved yet, or a run has it. Try again when it is saved.';

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
      mergeWords: (...drafts) => mergeWords({ bookId: book.id, chapterId: record.id }, ...drafts),
      show: (state, isTaken) => this.#show(state, isTaken),
      later(ms, work) {
        const timer = setTimeout(work, ms);
        return () => clearTimeout(timer);
      },
    });
    const { signal } = this.#closing;
    for (const field of fields) controls[field].addEventListener('input', () => this.#typed(field), { signal });
    writeButton.addEventListener('click', () => void this.write(), { signal });
    showFacts(book, this, signal);
    showSheet(book, this, signal);
    showAsRead(book, this, signal);
    const write = (wishes: WriteRequest) =>
      this.#begin((now) => orderToWrite(now, { ...wishes, continue: now.status !== 'empty' }));
    listenContinue(write, signal);
    listenRewrite((directive) => this.rewrite(directive), signal);
    settleButton.addEventListener('click', () => this.#offer(this.#autosave.state), { signal });
    proposeButton.addEventListener('click', () => void attempt(() => this.#propose()), { signal });
    addEventListener('online', () => void this.flush(), { signal });
    putDraft(this.#autosave.mine);
    listenUndo(signal);
    lock(false);
    this.#show(this.#autosave.state, false);
    book.watch(() => void this.#notice(), signal);
    this.#inherit();
  }

  get id(): string {
    return this.#record.id;
  }

  /** As the service has it. */
  get record(): ChapterTextFragment {
    return this.#record;
  }

  get version(): number {
    return this.#autosave.base.version;
  }

  /** The text as it is in the editor, with the escapes of Markdown. */
  get content(): string {
    return this.#autosave.mine.content;
  }

  /** The text of the service, of that version. */
  get savedContent(): string {
    return this.#autosave.base.content;
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

  /** Writes an empty chapter, continues a partial one, or rewrites a complete one. */
  async write(): Promise<void> {
    if (this.#record.status === 'partial') return submitContinue();
    await attempt(() => this.#begin((now) => orderToWrite(now, requestFor(now))));
  }

  /** Has the text rewritten by a directive, and answers how that ended. */
  rewrite(directive: string): Promise<RunStateFragment | undefined> {
    return this.#begin((now) => orderToRewrite(now, directive));
  }

  /** Saves, starts a run if the author agrees, and answers how it ended. Throws if it cannot start. */
  async #begin(ordered: (chapter: ChapterTextFragment) => Order): Promise<RunStateFragment | undefined> {
    if (!(await this.#isFree())) return undefined;
    const { id: bookId } = this.#book;
    const { start, ...offer } = ordered(this.#record);
    if (!(await agreed({ bookId, ...offer, signal: this.#closing.signal }))) return undefined;
    // The author may have typed, or gone on to another chapter, before the question came.
    if (!(await this.#isFree())) return undefined;
    return this.#follow((await start(bookId)).id);
  }

  /** Whether a run can begin: everything is saved, and none is followed. Throws if the text cannot be saved. */
  async #isFree(): Promise<boolean> {
    await this.flush();
    if (this.#isFollowing || this.#closing.signal.aborted) return false;
    if (!this.isSaved) throw new Error(notYet);
    return true;
  }

  /** Saves fields besides the text. Throws the service's error. */
  async change(patch: ChapterPatch, expectedVersion: number): Promise<void> {
    const variables = { bookId: this.#book.id, chapterId: this.id, patch, expectedVersion, keepRevision: false };
    await this.take(withPlainLines((await ask(SaveChapterDocument, variables)).updateChapter));
  }

  /** Puts another text into the editor, unsaved. The present one becomes a revision with the next save. */
  async replace(content: string): Promise<void> {
    await this.flush();
    if (this.#autosave.state.name !== 'saved') throw new Error(notYet);
    this.#autosave.replace({ content });
    putDraft(this.#autosave.mine);
    controls.content.focus();
  }

  #typed(field: keyof Draft): void {
    if (field === 'title') putText(controls.title, controls.title.value.replaceAll('\n', ' '));
    const { value: shown } = controls[field];
    const value = field === 'content' ? withEdit(this.#autosave.mine.content, shown) : shown;
    // A chapter needs a title: while it is empty the previous one is kept.
    if (field !== 'title' || value.trim() !== '') this.#autosave.edit({ [field]: value });
  }

  async #save(saving: Saving): Promise<Outcome> {
    const outcome = await sendDraft(this.#book.id, this.#record, saving);
    if (outcome.kind === 'saved') countWords(outcome.record.wordCount - this.#record.wordCount);
    if ('record' in outcome) this.#seen(outcome.record);
    if (outcome.kind === 'busy') void this.#follow(outcome.runId);
    return outcome;
  }

  #keep(unsaved: Unsaved | undefined): void {
    const isKept = this.#drafts.keep(unsaved);
    if (!isKept && this.#isKept) notify('Browser storage is full. Save a copy of your text elsewhere.');
    this.#isKept = isKept;
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

  /** Shows a run until it ends, and answers how it ended. */
  async #follow(runId: string): Promise<RunStateFragment | undefined> {
    if (this.#isFollowing || this.#closing.signal.aborted) return undefined;
    this.#isFollowing = true;
    this.#autosave.hold(true);
    controls.content.readOnly = true;
    const { signal } = this.#closing;
    const { id: bookId } = this.#book;
    const ended = await attempt(() => watchRun({ runId, bookId, chapterId: this.id, signal, show: putWritten }));
    this.#isFollowing = false;
    if (signal.aborted) return ended;
    // Input refers to the text as it was written, which must be loaded first.
    await this.#read();
    if (this.#isFollowing) return ended;
    lock(signal.aborted);
    await attempt(() => this.#book.refresh());
    this.#inherit();
    return ended;
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
    showContinue(state, this.#record.status);
    cancelButton.hidden = state.name !== 'busy';
  }

  /** For a key that may not save. */
  async #propose(): Promise<void> {
    const { base, mine } = this.#autosave;
    await proposeChanges(this.#book.id, { id: this.id, version: base.version }, base.content, mine.content);
    this.#autosave.proposed();
    chooseTab('review');
    notify('Your changes are proposed. The author decides on them.');
  }

  #offer(state: SaveState): void {
    if (state.name === 'conflict')
      offerVersions(this.#autosave.mine, state.theirs, async (choice) => {
        if (!(await this.#autosave.settle(choice)))
          notify('Your choice was not saved. Both versions are kept; choose again.');
      });
  }
}
