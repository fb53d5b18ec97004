import type { Change, Ledger } from './ledger.ts';
import { type Call, type Json, Refused } from './rest.ts';
import type { SeededRandom } from './seeded-random.ts';

let made = 0;
/** A word that no text has, and that is a part of no other word. */
export const newWord = (): string => `a${++made}z`;
export const newWords = (count: number): string => Array.from({ length: count }, newWord).join(' ');

/** Answers that correct the caller. All others are faults of the service. */
const corrections = new Set(['conflict', 'invalid_state', 'invalid_request']);

/** Where people and agents change the same texts. */
export interface Scene {
  bookId: string;
  chapterIds: readonly string[];
  ledger: Ledger;
  random: SeededRandom;
  /** What happened, and how often. */
  counts: Map<string, number>;
}

/** A text that was read, and how it is changed. */
interface Draft {
  chapter: Json;
  change: Change;
}

type Step = () => Promise<string>;

/** One who changes texts by random steps, each through any of the nodes. */
export class CoWriter {
  readonly #scene: Scene;
  readonly #calls: readonly Call[];
  readonly #steps: readonly Step[];
  #own: string[] = [];
  #draft: Draft | undefined;

  private constructor(scene: Scene, calls: readonly Call[], steps: (self: CoWriter) => Step[]) {
    this.#scene = scene;
    this.#calls = calls;
    this.#steps = steps(this);
  }

  /** An agent that may propose only. */
  static agent(scene: Scene, calls: readonly Call[]): CoWriter {
    return new CoWriter(scene, calls, (self) => [
      () => self.#propose(),
      () => self.#propose(),
      () => self.#withdraw(),
      () => self.#revise(),
      () => self.#note(),
    ]);
  }

  /** A person, who writes and decides. */
  static person(scene: Scene, calls: readonly Call[]): CoWriter {
    return new CoWriter(scene, calls, (self) => [
      () => self.#type(),
      () => self.#type(),
      () => self.#edit(),
      () => self.#append(),
      () => self.#accept(),
      () => self.#accept(),
      () => self.#accept(),
      () => self.#decline(),
    ]);
  }

  /** Takes a random step. Throws what the service may not answer. */
  async step(): Promise<void> {
    const what = await this.#scene.random
      .from(this.#steps)()
      .catch((error: unknown) => {
        if (error instanceof Refused && corrections.has(error.code)) return error.code;
        throw error;
      });
    this.#scene.counts.set(what, (this.#scene.counts.get(what) ?? 0) + 1);
  }

  #call(field: string, input: Record<string, unknown> = {}): Promise<Json> {
    const { random, bookId } = this.#scene;
    return random.from(this.#calls)(field, { bookId, ...input });
  }

  async #read(): Promise<Json> {
    const chapter = await this.#call('chapter', { chapterId: this.#scene.random.from(this.#scene.chapterIds) });
    this.#scene.ledger.read(chapter);
    return chapter;
  }

  /** One to three neighbouring words, and what takes their place: others, fewer in a long text, or the same and more. */
  #changeOf(text: string, isReplaced = this.#scene.random.below(4) > 0): Change {
    const { random } = this.#scene;
    const words = [...text.matchAll(/a\d+z/g)];
    const first = random.below(words.length);
    const last = Math.min(words.length - 1, first + random.below(3));
    const [from, to] = [words[first]?.index ?? 0, words[last]];
    const old = text.slice(from, (to?.index ?? 0) + (to?.[0].length ?? 0));
    const count = random.below(words.length > 200 ? 2 : 5);
    return { old, instead: isReplaced ? newWords(count) : `${old} ${newWords(1 + count)}` };
  }

  /** Changes a text as an editor does, which sends it later. */
  async #type(): Promise<string> {
    const draft = this.#draft;
    if (draft) {
      this.#draft = undefined;
      return this.#send(draft);
    }
    const chapter = await this.#read();
    this.#draft = { chapter, change: this.#changeOf(chapter.content) };
    return 'typed';
  }

  /** Sends the whole text, merged by words if another one was saved meanwhile. */
  async #send({ chapter: { id: chapterId, content, version, revisionId }, change }: Draft): Promise<string> {
    const { ledger, random } = this.#scene;
    const text = content.replace(change.old, change.instead);
    const sent = { chapterId, patch: { content: text }, expectedVersion: version, keepRevision: random.oneIn(2) };
    const saved = await this.#call('updateChapter', sent).catch(unless('conflict'));
    if (saved) {
      ledger.saved(chapterId, saved.version, [change]);
      ledger.read(saved);
      return 'saved';
    }
    const base = random.oneIn(2) ? { baseText: content } : { baseRevisionId: revisionId };
    const merging = this.#call('mergeText', { chapterId, input: { ...base, text, save: true } });
    // Small saves are folded, so the revision that was read can be gone.
    const merged = await merging.catch(unless('baseRevisionId' in base ? 'not_found' : ''));
    if (!merged?.isSaved) return merged ? 'not merged' : 'base gone';
    ledger.saved(chapterId, merged.chapter.version, [narrowed(change)]);
    return 'merged';
  }

  async #edit(): Promise<string> {
    const { id: chapterId, content } = await this.#read();
    const edits = this.#disjoint(content, 3).map(({ old, instead }) => ({ old, new: instead }));
    const { chapter } = await this.#call('editChapter', { chapterId, input: { edits } });
    const changes = edits.map((edit) => ({ old: edit.old, instead: edit.new }));
    this.#scene.ledger.saved(chapterId, chapter.version, changes);
    return 'edited';
  }

  async #append(): Promise<string> {
    const { ledger } = this.#scene;
    const { id: chapterId, content, version } = await this.#read();
    const text = newWords(2);
    const input = { chapterId, input: { text }, expectedVersion: version };
    const { chapter } = await this.#call('appendToChapter', input);
    // Blanks at the end of a text are no part of what follows.
    const instead = `${content.trimEnd()}\n\n${text}`;
    ledger.saved(chapterId, chapter.version, [{ old: content, instead }]);
    return 'appended';
  }

  #disjoint(text: string, max: number): Change[] {
    const taken: Change[] = [];
    for (let left = 1 + this.#scene.random.below(max); left > 0; left -= 1) {
      const change = this.#changeOf(text);
      const words = change.old.split(/\s+/);
      if (!taken.some(({ old }) => old.split(/\s+/).some((word) => words.includes(word)))) taken.push(change);
    }
    return taken;
  }

  async #propose(): Promise<string> {
    const { random } = this.#scene;
    const edits = [];
    for (let left = 1 + random.below(3); left > 0; left -= 1) {
      const { id: chapterId, content, version } = await this.#read();
      // Of words that stay in the text, another proposal would be stale and yet right.
      const { old: quote, instead: replacement } = this.#changeOf(content, true);
      const start = content.indexOf(quote);
      const place = random.oneIn(3) ? { start, end: start + quote.length, version } : { quote };
      edits.push({ chapterId, ...place, replacement, alternatives: random.oneIn(3) ? [newWords(2)] : [] });
    }
    const { proposals } = await this.#call('proposeEdits', { input: { edits } });
    this.#own.push(...proposals.map(({ id }: Json) => id));
    return 'proposed';
  }

  async #withdraw(): Promise<string> {
    const [id] = this.#own.splice(0, 1);
    if (!id) return this.#propose();
    await this.#call('withdrawProposals', { input: { ids: [id] } });
    return 'withdrawn';
  }

  async #revise(): Promise<string> {
    const proposalId = this.#own.at(-1);
    if (!proposalId) return this.#propose();
    await this.#call('reviseProposal', { proposalId, patch: { replacement: newWords(2) } });
    return 'revised';
  }

  async #note(): Promise<string> {
    const { id: chapterId, content } = await this.#read();
    await this.#call('addNote', { input: { chapterId, quote: this.#changeOf(content).old, body: 'Why?' } });
    return 'noted';
  }

  async #someOpen(): Promise<Json[]> {
    const { random } = this.#scene;
    const open: Json[] = await this.#call('proposals', { state: random.oneIn(6) ? undefined : 'open', limit: 40 });
    return open.filter(() => random.oneIn(3)).slice(0, 10);
  }

  async #accept(): Promise<string> {
    const { ledger, random } = this.#scene;
    const some = await this.#someOpen();
    if (some.length === 0) return 'nothing open';
    const choices = some.filter(({ alternatives }) => alternatives.length > 0 && random.oneIn(2));
    const expected = some.filter(() => random.oneIn(8));
    const input = {
      ids: some.map(({ id }) => id),
      choices: choices.map(({ id }) => ({ id, alternative: 1 })),
      expectedVersions: expected.map(({ id, version }) => ({ id, version })),
      partial: !random.oneIn(4),
    };
    const { proposals, chapters } = await this.#call('acceptProposals', { input });
    const accepted = proposals.filter(({ state }: Json) => state === 'accepted');
    for (const { id: chapterId, version } of chapters) {
      const changes = accepted.filter((one: Json) => one.chapterId === chapterId).map(changeOf);
      ledger.saved(chapterId, version, changes);
    }
    const isUnchanged = ({ chapterId }: Json) => !chapters.some(({ id }: Json) => id === chapterId);
    for (const one of accepted.filter(isUnchanged))
      if (changeOf(one).instead === '') ledger.removed(one.chapterId, changeOf(one));
    return 'accepted';
  }

  async #decline(): Promise<string> {
    const [one] = await this.#someOpen();
    if (!one) return 'nothing open';
    await this.#call('declineProposals', { input: { ids: [one.id] } });
    return 'declined';
  }
}

function changeOf({ id: proposalId, anchor, choice, replacement, alternatives }: Json): Change {
  return { proposalId, old: anchor.exact, instead: choice === 0 ? replacement : alternatives[choice - 1] };
}

/** New words behind old ones are merged though somebody has changed the old ones, except the last. */
function narrowed(change: Change): Change {
  const { old, instead } = change;
  if (!instead.startsWith(old)) return change;
  const [last = old] = /\S+$/.exec(old) ?? [];
  return { old: last, instead: last + instead.slice(old.length) };
}

/** Catches one code of an error. */
const unless = (code: string) => (error: unknown) => {
  if (error instanceof Refused && error.code === code) return undefined;
  throw error;
};
