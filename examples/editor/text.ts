import { showAsRead } from './as-read.ts';
import { Autosave } from './autosave.ts';
import type { Book } from './book.ts';
import { fields, type Draft as Texts, type Unsaved } from './chapter-draft.ts';
import { showSheet } from './chapter-sheet.ts';
import { listenContinue, listenRewrite, showContinue, submitContinue } from './continuing.ts';
import { byId, putText } from './dom.ts';
import { Draft } from './drafts.ts';
import { withEdit } from './escapes.ts';
import { showFacts } from './facts.ts';
import { Following } from './following.ts';
import { countWords } from './goals.ts';
import { attempt } from './notice.ts';
import type { ChapterPatch, ChapterTextFragment, RunStateFragment, WriteRequest } from './operations.gen.ts';
import { caretOf } from './place.ts';
import { proposeChanges } from './proposing.ts';
import type { Outcome, SaveState, Saving } from './save-outcome.ts';
import { later } from './save-timer.ts';
import { mergeWords, savePatch, sendDraft } from './saving.ts';
import { offerVersions } from './settle.ts';
import { controls, lock, putChapter, putDraft } from './sheet.ts';
import { showState } from './state.ts';
import { listenUndo } from './undo-keys.ts';
import { orderToRewrite, orderToWrite, requestFor } from './writing.ts';

const writeButton = byId('write', HTMLButtonElement);
const settleButton = byId('settle', HTMLButtonElement);
const proposeButton = byId('propose-changes', HTMLButtonElement);

/** An open chapter, until it is closed. */
export class OpenChapter {
  readonly #book: Book;
  readonly #autosave: Autosave;
  readonly #draft: Draft<Unsaved>;
  readonly #closing = new AbortController();
  readonly #following: Following;
  #record: ChapterTextFragment;

  constructor(book: Book, record: ChapterTextFragment) {
    this.#book = book;
    this.#record = record;
    this.#draft = new Draft(record.id, { bookId: book.id, label: record.title }, this.#closing.signal);
    this.#autosave = new Autosave(record, {
      save: (saving) => this.#save(saving),
      keep: (unsaved) => this.#draft.keep(unsaved),
      mergeWords: (...drafts) => mergeWords({ bookId: book.id, chapterId: record.id }, ...drafts),
      show: (state, isTaken) => this.#show(state, isTaken),
      later,
    });
    const { signal } = this.#closing;
    this.#following = new Following(book, this, signal);
    for (const field of fields) controls[field].addEventListener('input', () => this.#typed(field), { signal });
    writeButton.addEventListener('click', () => void this.write(), { signal });
    showFacts(book, this, signal);
    showSheet(book, this, signal);
    showAsRead(book, this, signal);
    const around = { bookId: book.id, chapter: record, signal };
    listenContinue((wishes, started) => this.#continue(wishes, started), around);
    listenRewrite((directive, started) => this.rewrite(directive, started), around);
    settleButton.addEventListener('click', () => offerVersions(this.#autosave), { signal });
    proposeButton.addEventListener(
      'click',
      () => void attempt(() => proposeChanges(book.id, this.id, this.#autosave)),
      { signal },
    );
    const copy = () => attempt(() => navigator.clipboard.writeText(this.content));
    byId('copy-text', HTMLElement).addEventListener('click', copy, { signal });
    addEventListener('online', () => void this.flush(), { signal });
    putChapter(this.#autosave.mine, caretOf(record.id));
    listenUndo(signal);
    this.#show(this.#autosave.state, false);
    book.watch(() => void this.#following.notice(), signal);
    this.release();
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

  /** Before another chapter is shown: takes no more keys, and saves. Resolves when all is saved, or saving must wait. */
  async leave(): Promise<void> {
    lock(true);
    await this.flush();
  }

  /** When no other chapter can be shown. */
  stay(): void {
    if (this.#autosave.state.name !== 'busy') this.release();
  }

  close(): void {
    this.#autosave.close();
    this.#closing.abort();
  }

  /** A record received otherwise, such as by restoring a revision. */
  async take(record: ChapterTextFragment): Promise<void> {
    this.#seen(record);
    await this.#autosave.take(record);
  }

  /** A run has the text, or has it no more. */
  hold(isHeld: boolean): void {
    this.#autosave.hold(isHeld);
  }

  /** A run has ended, and its text is there. */
  release(): void {
    if (this.#closing.signal.aborted) return;
    lock(false);
    this.#draft.inherit((left) => this.#autosave.recover(left));
  }

  /** The chapter was deleted, or restored. */
  deleted(isDeleted: boolean): void {
    this.#autosave.deleted(isDeleted);
  }

  /** The chapter can no longer be read; the input is kept. */
  refuse(message: string): void {
    this.hold(false);
    this.#show({ name: 'refused', message }, false);
  }

  /** Writes an empty chapter, continues a partial one, or rewrites a complete one. */
  async write(): Promise<void> {
    if (this.#record.status === 'partial') return submitContinue();
    await attempt(() => this.#following.begin((now) => orderToWrite(now, requestFor(now))));
  }

  /** Has the text rewritten by a directive, and answers how that ended. */
  rewrite(directive: string, started?: () => void): Promise<RunStateFragment | undefined> {
    return this.#following.begin((now) => orderToRewrite(now, directive), started);
  }

  /** Saves fields besides the text. Throws the service's error. */
  async change(patch: ChapterPatch, expectedVersion: number): Promise<void> {
    await this.take(await savePatch(this.#book.id, this.id, patch, expectedVersion));
  }

  /** Puts another text into the editor, unsaved. The present one becomes a revision with the next save. */
  async replace(content: string): Promise<void> {
    await this.flush();
    if (this.#autosave.state.name !== 'saved') throw new Error('Your text is not saved yet. Try again when it is.');
    this.#autosave.replace({ content });
    putDraft(this.#autosave.mine);
    controls.content.focus();
  }

  #continue(wishes: WriteRequest, started: () => void): Promise<RunStateFragment | undefined> {
    return this.#following.begin((now) => orderToWrite(now, { ...wishes, continue: now.status !== 'empty' }), started);
  }

  #typed(field: keyof Texts): void {
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
    if (outcome.kind === 'busy') void this.#following.follow(outcome.runId);
    return outcome;
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
  }
}
