import { Autosave } from './autosave.ts';
import type { Book } from './book.ts';
import type { Unsaved } from './chapter-draft.ts';
import { Draft } from './drafts.ts';
import { countWords } from './goals.ts';
import type { ChapterTextFragment } from './operations.gen.ts';
import type { Outcome, SaveState, Saving } from './save-outcome.ts';
import { later } from './save-timer.ts';
import { mergeWords, sendDraft } from './saving.ts';
import { composed } from './sheet.ts';

/** What shows a chapter. */
interface Screen {
  show(state: SaveState, isTaken: boolean): void;
  /** A run has the text. */
  busy(runId: string): void;
}

/** Typing postpones what was left: it is saved first. */
const triesMax = 5;

/** Savers of chapters that were left before all was saved. */
const left = new Map<string, ChapterSaver>();

/** Saves the texts of a chapter: while it is open, and after it was left until all is saved. */
export class ChapterSaver {
  readonly autosave: Autosave;
  readonly #book: Book;
  readonly #screen: Screen;
  readonly #draft: Draft<Unsaved>;
  readonly #keeping = new AbortController();
  #record: ChapterTextFragment;
  #isLeft = false;
  /** Words that came otherwise than by hand since the last save. */
  #brought = 0;

  constructor(book: Book, record: ChapterTextFragment, screen: Screen) {
    left.get(record.id)?.end();
    this.#book = book;
    this.#record = record;
    this.#screen = screen;
    this.#draft = new Draft(record.id, { bookId: book.id, label: record.title }, this.#keeping.signal);
    this.autosave = new Autosave(record, {
      save: (saving) => this.#save(saving),
      keep: (unsaved) => this.#draft.keep(unsaved),
      mergeWords: (...drafts) => mergeWords({ bookId: book.id, chapterId: record.id }, ...drafts),
      show: (state, isTaken) => this.#show(state, isTaken),
      ready: composed,
      later,
    });
  }

  /** As the service has it. */
  get record(): ChapterTextFragment {
    return this.#record;
  }

  /** A record of the service. One older than the last is ignored. */
  seen(record: ChapterTextFragment): void {
    if (record.version < this.#record.version) return;
    this.#record = record;
    this.#book.setChapter(record);
  }

  /** Words came into the text otherwise than by hand. */
  brought(words: number): void {
    this.#brought += words;
  }

  /** Takes over what earlier visits have left. */
  inherit(): void {
    this.#draft.inherit(async (unsaved) => {
      for (let tries = 0; tries < triesMax; tries += 1) if (await this.autosave.recover(unsaved)) return true;
      return false;
    });
  }

  /** The chapter is no longer shown. What waiting does not save is left in the browser. */
  leave(): void {
    this.#isLeft = true;
    left.set(this.#record.id, this);
    this.#show(this.autosave.state, false);
  }

  async #save(saving: Saving): Promise<Outcome> {
    const brought = this.#brought;
    this.#brought = 0;
    const outcome = await sendDraft(this.#book.id, this.#record, saving);
    if (outcome.kind === 'saved') countWords(outcome.record.wordCount - this.#record.wordCount - brought);
    else this.#brought += brought;
    if ('record' in outcome) this.seen(outcome.record);
    if (outcome.kind === 'busy' && !this.#isLeft) this.#screen.busy(outcome.runId);
    return outcome;
  }

  #show(state: SaveState, isTaken: boolean): void {
    if (!this.#isLeft) this.#screen.show(state, isTaken);
    else if (this.autosave.isSaved || !['unsaved', 'saving', 'away'].includes(state.name)) this.end();
  }

  /** Saves no longer: what is not saved is left in the browser. */
  end(): void {
    if (left.get(this.#record.id) === this) left.delete(this.#record.id);
    this.autosave.close();
    this.#keeping.abort();
  }
}
