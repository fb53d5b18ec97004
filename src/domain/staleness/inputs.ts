import { hash } from 'node:crypto';
import { beatsFor } from '../prompt/chapter-blocks.ts';
import { clip } from '../prompt/fence.ts';
import { participantsOf } from '../prompt/participants.ts';
import { strongestFirst } from '../prompt/people-blocks.ts';
import type { PromptCharacter, PromptConflict, PromptInput } from '../prompt/prompt-input.ts';
import type { BuiltFrom, InputKind, Told } from './rules.ts';

/** What the prompts of a book are made of, prose apart. */
export type Material = Pick<PromptInput, 'book' | 'plan' | 'moods' | 'cast' | 'conflicts' | 'chapters'>;

/**
 * The fields of each record that count: those that enter the prompt. A new one goes to the end, so that older texts, which
 * have no print of it, can still be compared.
 */
export const fieldsThatCount = {
  book: ['title', 'premise', 'language', 'genre', 'audience', 'toneStyle', 'targetWords'],
  plan: [
    'themeStatement',
    'readerPromise',
    'compAuthors',
    'beatSheetTemplate',
    'povLock',
    'tenseLock',
    'povDepth',
    'researchCitations',
  ],
  chapter: ['title', 'summary', 'notes', 'beatKeys', 'povCharacterId'],
  outline: ['title', 'summary'],
  character: ['name', 'aliases', 'role', 'bio', 'voiceProfile', 'want', 'fear', 'lie', 'isPov'],
  conflict: [
    'fromCharacterId',
    'toCharacterId',
    'mutual',
    'kind',
    'description',
    'stakes',
    'connection',
    'intensity',
    'status',
  ],
  mood: ['kind', 'title', 'note'],
} as const satisfies Record<InputKind, readonly string[]>;

/** Characters of a print. 24 bits of a SHA-256: of 16 million changes of a field one goes unseen. */
export const printLength = 4;
/** Names are kept so that a record which is gone can still be named; so much of one is enough for that. Ours. */
const nameCodePointsMax = 60;
/** Of people and of conflicts so many count, those that the prompt holds longest; it has no room for more in full. Ours. */
const recordsMax = 100;

type Fields<Kind extends InputKind> = Readonly<Partial<Record<(typeof fieldsThatCount)[Kind][number], unknown>>>;

/** Tells what the chapters of one book are built from; each record is printed once, however many chapters ask. */
export class Teller {
  private readonly material: Material;
  private readonly told = new Map<string, Told>();
  private readonly cast: ReadonlyMap<string, PromptCharacter>;

  constructor(material: Material) {
    this.material = material;
    this.cast = new Map(material.cast.map((character) => [character.id, character]));
  }

  /** What a chapter would be built from now; undefined when it is not in the outline. */
  inputsOf(chapterId: string): BuiltFrom | undefined {
    const { book, plan, moods, conflicts, chapters } = this.material;
    const index = chapters.findIndex(({ id }) => id === chapterId);
    const chapter = chapters[index];
    if (!chapter) return undefined;
    // By what is planned, not by what is written: else writing a chapter would change who takes part in it.
    const people = participantsOf(chapter, '', this.material.cast);
    const ids = new Set(people.map(({ id }) => id));
    const between = conflicts
      .filter((one) => ids.has(one.fromCharacterId) && ids.has(one.toCharacterId))
      .toSorted(strongestFirst);
    const beside = [chapters[index - 1], chapters[index + 1]].filter((one) => one !== undefined);
    const beatKeys = beatsFor(chapter, plan.beatSheetTemplate, chapters.length).map(({ key }) => key);
    return {
      book: { [book.id]: this.tell('book', book, book.title) },
      plan: { [book.id]: this.tell('plan', { ...plan, id: book.id }, book.title) },
      chapter: { [chapter.id]: this.tell('chapter', { ...chapter, beatKeys }, chapter.title) },
      outline: byId(beside, (one) => this.tell('outline', one, one.title)),
      character: byId(people.slice(0, recordsMax), (one) => this.tell('character', one, one.name)),
      conflict: byId(between.slice(0, recordsMax), (one) => this.tell('conflict', one, this.nameOf(one))),
      mood: byId(moods, (one) => this.tell('mood', one, one.title)),
    };
  }

  /** A character as it is now, whether or not it takes part; undefined when it is gone. */
  character(id: string): Told | undefined {
    const found = this.cast.get(id);
    return found && this.tell('character', found, found.name);
  }

  private tell<Kind extends InputKind>(
    kind: Kind,
    record: Fields<Kind> & { id: string; version: number },
    name: string,
  ): Told {
    const key = `${kind} ${record.id}`;
    const known = this.told.get(key);
    if (known) return known;
    const fields: readonly (typeof fieldsThatCount)[Kind][number][] = fieldsThatCount[kind];
    const prints = fields.map((field) => printOf(record[field])).join('');
    const told: Told = [clip(name, nameCodePointsMax), record.version, prints];
    this.told.set(key, told);
    return told;
  }

  private nameOf({ fromCharacterId, toCharacterId, mutual, kind }: PromptConflict): string {
    const [from, to] = [fromCharacterId, toCharacterId].map((id) => clip(this.cast.get(id)?.name ?? '', 20));
    return `${from} ${mutual ? 'and' : 'against'} ${to}: ${kind}`;
  }
}

/** Null and blank leave no trace in a prompt, so they are the same here. */
export function printOf(value: unknown): string {
  const said = typeof value === 'string' ? value.trim() : (value ?? '');
  return hash('sha256', JSON.stringify(said), 'base64url').slice(0, printLength);
}

function byId<Row extends { id: string }>(rows: readonly Row[], tell: (row: Row) => Told): Record<string, Told> {
  return Object.fromEntries(rows.map((row) => [row.id, tell(row)]));
}
