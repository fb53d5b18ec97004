import { changed, type Draft, draftOf, fields, mergeDrafts, type Unsaved, type Versioned } from './chapter-draft.ts';
import type { Choice } from './merge.ts';
import type { Outcome, SaveState, Surroundings } from './save-outcome.ts';
import { SaveTimer } from './save-timer.ts';

/** Saves one chapter as it is edited, one request at a time, and merges changes of other sessions. */
export class Autosave {
  #base: Versioned;
  #mine: Draft;
  #state: SaveState = { name: 'saved' };
  readonly #around: Surroundings;
  readonly #timer: SaveTimer;
  #keepsFormer = false;
  #working: Promise<unknown> | undefined;

  constructor(record: Versioned, around: Surroundings) {
    this.#base = record;
    this.#mine = draftOf(record);
    this.#around = around;
    this.#timer = new SaveTimer(around.later);
  }

  get state(): SaveState {
    return this.#state;
  }

  /** The last known record; during a conflict, the common base. */
  get base(): Versioned {
    return this.#base;
  }

  get mine(): Draft {
    return this.#mine;
  }

  get isSaved(): boolean {
    return fields.every((field) => this.#mine[field] === this.#base[field]);
  }

  edit(patch: Partial<Draft>): void {
    this.#mine = { ...this.#mine, ...patch };
    this.#keep();
    if (this.#isStopped || this.#state.name === 'away' || this.#state.name === 'saving') return;
    this.#set(this.#settled());
    this.#soon();
  }

  /** As `edit`, with a text that is no step of the present one, which the next save keeps. */
  replace(patch: Partial<Draft>): void {
    this.#keepsFormer = true;
    this.edit(patch);
  }

  /** Saves at once. Resolves when nothing is left to save, or when saving must wait. */
  async flush(): Promise<void> {
    do await this.#alone(() => this.#saveOnce());
    while (this.#state.name === 'unsaved');
  }

  /** A record changed by another session. One older than the last known is ignored. */
  async take(record: Versioned): Promise<void> {
    await this.#alone(async () => {
      if (record.version > this.#base.version && this.#state.name !== 'busy') await this.#merge(this.#base, record);
    });
    await this.flush();
  }

  /** Unsaved text of an earlier visit. Answers whether it was taken over. */
  async recover({ base, mine }: Unsaved): Promise<boolean> {
    await this.flush();
    let isTaken = false;
    await this.#alone(async () => {
      if (!this.isSaved || this.#isStopped) return;
      const theirs = this.#base;
      const merged = await this.#merged(base, mine, theirs);
      await this.#around.ready();
      // What is typed meanwhile belongs to the text that is shown, so that this one waits until it is saved.
      if (!this.isSaved || this.#isStopped || this.#base !== theirs) return;
      isTaken = true;
      this.#mine = merged ?? mine;
      if (!merged) this.#base = base;
      this.#keep();
      this.#set(merged ? this.#settled() : { name: 'conflict', theirs }, true);
    });
    await this.flush();
    return isTaken;
  }

  /** Resolves a conflict; answers whether it succeeded. The other version becomes a revision. */
  async settle(choice: Exclude<Choice, 'stop'>): Promise<boolean> {
    await this.#alone(async () => {
      if (this.#state.name !== 'conflict') return;
      const { theirs } = this.#state;
      const mine = this.#mine;
      const chosen = mergeDrafts(this.#base, mine, theirs, choice).draft;
      // Their version becomes a revision when something is saved over it; mine only once it was saved.
      const saved = await this.#saveOver(theirs, choice === 'theirs' ? [mine, chosen] : [chosen]);
      if (!saved) return;
      this.#base = saved;
      this.#mine = this.#mine === mine ? draftOf(saved) : mergeDrafts(mine, this.#mine, saved, 'both').draft;
      this.#keep();
      this.#set(this.#settled(), true);
    });
    await this.flush();
    return this.#state.name !== 'conflict';
  }

  /** The changes of the text were proposed: the text is again that of the service. */
  proposed(): void {
    this.#mine = { ...this.#mine, content: this.#base.content };
    this.#keep();
    this.#set({ name: this.isSaved ? 'saved' : 'suggest' }, true);
  }

  /** A run has started or ended on this text. Unsaved text is kept. */
  hold(isHeld: boolean): void {
    if (isHeld) this.#set({ name: 'busy' });
    else if (this.#state.name === 'busy') {
      this.#set(this.#settled(), true);
      this.#soon();
    }
  }

  /** The chapter was deleted or restored. Until then, text is kept and not saved. */
  deleted(isDeleted: boolean): void {
    if (isDeleted) this.#set({ name: 'deleted' });
    else if (this.#state.name === 'deleted') {
      this.#set(this.#settled());
      this.#soon();
    }
  }

  close(): void {
    this.#timer.stop();
  }

  get #isStopped(): boolean {
    return ['conflict', 'busy', 'suggest', 'deleted'].includes(this.#state.name);
  }

  /** Runs calls one at a time, in order. */
  async #alone(work: () => Promise<void>): Promise<void> {
    while (this.#working) await this.#working;
    const working = work().finally(() => {
      if (this.#working === working) this.#working = undefined;
    });
    this.#working = working;
    await working;
  }

  async #saveOnce(): Promise<void> {
    this.#timer.stop();
    while (!this.isSaved && !this.#isStopped) {
      const sent = this.#mine;
      this.#set({ name: 'saving' });
      const { version: expectedVersion } = this.#base;
      const outcome = await this.#around.save({
        patch: changed(this.#base, sent),
        expectedVersion,
        keepsFormer: this.#keepsFormer,
      });
      await this.#around.ready();
      if (outcome.kind === 'stale') {
        await this.#merge(this.#base, outcome.record);
        continue;
      }
      if (outcome.kind !== 'saved') return this.#fail(outcome);
      this.#timer.succeeded();
      this.#keepsFormer = false;
      this.#saved(sent, outcome.record);
      break;
    }
    if (this.#isStopped) return;
    this.#set(this.#settled());
    this.#soon();
  }

  /** The service may have normalised the text, such as spaces around a title; later typing is kept. */
  #saved(sent: Draft, record: Versioned): void {
    this.#base = record;
    const tidied = fields.filter((field) => this.#mine[field] === sent[field] && sent[field] !== record[field]);
    for (const field of tidied) this.#mine = { ...this.#mine, [field]: record[field] };
    this.#keep();
    if (tidied.length > 0) this.#set(this.#state, true);
  }

  /** Saves drafts in sequence over a record. Undefined if that failed and the conflict remains. */
  async #saveOver(theirs: Versioned, drafts: Draft[]): Promise<Versioned | undefined> {
    let record = theirs;
    for (const draft of drafts) {
      const { version: expectedVersion } = record;
      const patch = changed(record, draft);
      // Such as of both versions, where mine has only left words out.
      if (Object.keys(patch).length === 0) continue;
      const outcome = await this.#around.save({ patch, expectedVersion, keepsFormer: true });
      if (outcome.kind === 'stale') await this.#merge(this.#base, outcome.record);
      if (outcome.kind !== 'saved') return undefined;
      record = outcome.record;
    }
    return record;
  }

  /** Typing goes on; in a merged paragraph, the merge is repeated. */
  async #merge(base: Versioned, theirs: Versioned): Promise<void> {
    await this.#around.ready();
    const mine = this.#mine;
    const merged = await this.#merged(base, mine, theirs);
    if (merged) {
      const typed = mergeDrafts(mine, this.#mine, merged, 'stop');
      if (typed.overlaps > 0) return this.#merge(base, theirs);
      this.#base = theirs;
      this.#mine = typed.draft;
    } else this.#base = base;
    this.#keep();
    this.#set(merged ? this.#settled() : { name: 'conflict', theirs }, true);
  }

  /** By paragraphs here, and within them by the service. Undefined if both changed the same words. */
  async #merged(base: Versioned, mine: Draft, theirs: Versioned): Promise<Draft | undefined> {
    const { draft, overlaps } = mergeDrafts(base, mine, theirs, 'stop');
    if (overlaps === 0) return draft;
    const { content } = base;
    const others = mergeDrafts(base, { ...mine, content }, { ...theirs, content }, 'stop');
    if (others.overlaps > 0) return undefined;
    const merged = await this.#around.mergeWords(base, mine, theirs);
    await this.#around.ready();
    return merged === undefined ? undefined : { ...others.draft, content: merged };
  }

  #settled(): SaveState {
    return { name: this.isSaved ? 'saved' : 'unsaved' };
  }

  #fail(outcome: Exclude<Outcome, { kind: 'saved' | 'stale' }>): void {
    this.#set(outcome.kind === 'refused' ? { name: 'refused', message: outcome.message } : { name: outcome.kind });
    if (outcome.kind !== 'away') return;
    this.#timer.failed(() => void this.flush());
  }

  #soon(): void {
    this.#timer.typed(this.#state.name === 'unsaved', () => void this.#alone(() => this.#saveOnce()));
  }

  #keep(): void {
    this.#around.keep(this.isSaved ? undefined : { base: this.#base, mine: this.#mine });
  }

  #set(state: SaveState, isTaken = false): void {
    this.#state = state;
    this.#around.show(state, isTaken);
  }
}
