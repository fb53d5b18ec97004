import { showAsRead } from './as-read.ts';
import type { Book } from './book.ts';
import { ChapterSaver } from './chapter-saver.ts';
import { showSheet } from './chapter-sheet.ts';
import { listenContinue, listenRewrite, showContinue, submitContinue } from './continuing.ts';
import { byId, putText } from './dom.ts';
import { showFacts } from './facts.ts';
import { countFocused } from './focus.ts';
import { Following } from './following.ts';
import { pastedWords, wordsIn } from './goals.ts';
import { attempt } from './notice.ts';
import type { ChapterPatch, ChapterTextFragment, RunStateFragment, WriteRequest } from './operations.gen.ts';
import { caretOf } from './place.ts';
import { proposeChanges } from './proposing.ts';
import type { SaveState } from './save-outcome.ts';
import { savePatch } from './saving.ts';
import { offerVersions } from './settle.ts';
import { controls, lock, putChapter, putDraft } from './sheet.ts';
import { showState } from './state.ts';
import { onTyped, surface } from './surface.ts';
import { typeIn } from './typing-marks.ts';
import { orderToRewrite, orderToWrite, requestFor } from './writing.ts';

const writeButton = byId('write', HTMLButtonElement);
const settleButton = byId('settle', HTMLButtonElement);
const proposeButton = byId('propose-changes', HTMLButtonElement);

/** An open chapter, until it is closed. */
export class OpenChapter {
  readonly #book: Book;
  readonly #saver: ChapterSaver;
  readonly #closing = new AbortController();
  readonly #following: Following;
  /** Whether the record that is being taken is of the author's own making. */
  #isOwn = false;

  constructor(book: Book, record: ChapterTextFragment) {
    this.#book = book;
    this.#saver = new ChapterSaver(book, record, {
      show: (state, isTaken) => this.#show(state, isTaken),
      busy: (runId) => void this.#following.follow(runId),
    });
    const { signal } = this.#closing;
    this.#following = new Following(book, this, signal);
    for (const field of ['title', 'summary'] as const)
      controls[field].addEventListener('input', () => this.#typed(field), { signal });
    onTyped((content, update) => {
      this.#saver.brought(pastedWords(update));
      this.#saver.autosave.edit({ content });
    }, signal);
    writeButton.addEventListener('click', () => void this.write(), { signal });
    showFacts(book, this, signal);
    showSheet(book, this, signal);
    showAsRead(book, this, signal);
    const around = { bookId: book.id, chapter: record, signal };
    listenContinue((wishes, started) => this.#continue(wishes, started), around);
    listenRewrite((directive, started) => this.rewrite(directive, started), around);
    // What earlier visits have left waits for the choice.
    const settle = () => offerVersions(this.#saver.autosave, () => this.#saver.inherit());
    settleButton.addEventListener('click', settle, { signal });
    proposeButton.addEventListener(
      'click',
      () => void attempt(() => proposeChanges(book.id, this.id, this.#saver.autosave)),
      { signal },
    );
    const copy = () => attempt(() => navigator.clipboard.writeText(this.content));
    byId('copy-text', HTMLElement).addEventListener('click', copy, { signal });
    addEventListener('online', () => void this.flush(), { signal });
    typeIn(book.data.language);
    putChapter(record, caretOf(record.id, record.content));
    countFocused();
    this.#show(this.#saver.autosave.state, false);
    book.watch(() => void this.#following.notice(), signal);
    this.release();
  }

  get id(): string {
    return this.#saver.record.id;
  }

  /** As the service has it. */
  get record(): ChapterTextFragment {
    return this.#saver.record;
  }

  get version(): number {
    return this.#saver.autosave.base.version;
  }

  /** The text as it is in the editor. */
  get content(): string {
    return this.#saver.autosave.mine.content;
  }

  /** The text of the service, of that version. */
  get savedContent(): string {
    return this.#saver.autosave.base.content;
  }

  /** Whether closing the page would leave unsaved text in this browser only. */
  get isSaved(): boolean {
    return this.#saver.autosave.isSaved;
  }

  async flush(): Promise<void> {
    await this.#saver.autosave.flush();
  }

  /** Before another chapter is shown: takes no more keys, and saves. Resolves when all is saved, or saving must wait. */
  async leave(): Promise<void> {
    lock(true);
    await this.flush();
  }

  /** When no other chapter can be shown. */
  stay(): void {
    if (this.#saver.autosave.state.name !== 'busy') this.release();
  }

  close(): void {
    this.#closing.abort();
    this.#saver.leave();
  }

  /** A record received otherwise. */
  async take(record: ChapterTextFragment, isOwn = false): Promise<void> {
    this.#saver.seen(record);
    this.#isOwn = isOwn;
    await this.#saver.autosave.take(record).finally(() => {
      this.#isOwn = false;
    });
  }

  /** Does something at the author's wish that changes the text and answers its new version: undo takes that back. */
  own(work: () => Promise<number | undefined>): Promise<void> {
    return this.#following.own(work);
  }

  /** A run has the text, or has it no more. */
  hold(isHeld: boolean): void {
    this.#saver.autosave.hold(isHeld);
  }

  /** A run has ended, and its text is there. */
  release(): void {
    if (this.#closing.signal.aborted) return;
    lock(false);
    this.#saver.inherit();
  }

  /** The chapter was deleted, or restored. */
  deleted(isDeleted: boolean): void {
    this.#saver.autosave.deleted(isDeleted);
  }

  /** The chapter can no longer be read; the input is kept. */
  refuse(message: string): void {
    this.hold(false);
    this.#show({ name: 'refused', message }, false);
  }

  /** Writes an empty chapter, continues a partial one, or rewrites a complete one. */
  async write(): Promise<void> {
    if (this.record.status === 'partial') return submitContinue();
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
    if (this.#saver.autosave.state.name !== 'saved')
      throw new Error('Your text is not saved yet. Try again when it is.');
    this.#saver.brought(wordsIn(content) - wordsIn(this.content));
    this.#saver.autosave.replace({ content });
    putDraft(this.#saver.autosave.mine);
    surface.focus();
  }

  #continue(wishes: WriteRequest, started: () => void): Promise<RunStateFragment | undefined> {
    return this.#following.begin((now) => orderToWrite(now, { ...wishes, continue: now.status !== 'empty' }), started);
  }

  #typed(field: keyof typeof controls): void {
    if (field === 'title') putText(controls.title, controls.title.value.replaceAll('\n', ' '));
    const { value } = controls[field];
    // A chapter needs a title: while it is empty the previous one is kept.
    if (field !== 'title' || value.trim() !== '') this.#saver.autosave.edit({ [field]: value });
  }

  #show(state: SaveState, isTaken: boolean): void {
    if (this.#closing.signal.aborted) return;
    if (isTaken && state.name !== 'busy') putDraft(this.#saver.autosave.mine, this.#isOwn);
    showState(state, this.record.status);
    showContinue(state, this.record.status);
  }
}
