import { hash } from 'node:crypto';
import { beatsFor } from '../../calls/prompt/chapter-blocks.ts';
import { clip } from '../../calls/prompt/fence.ts';
import { peopleOf } from '../../calls/prompt/participants.ts';
import type { PromptCharacter, PromptConflict, PromptInput, PromptStyle } from '../../calls/prompt/prompt-input.ts';
import { toldConflicts } from '../../calls/prompt/told-conflicts.ts';
import type { BuiltFrom, InputKind, Told } from '../../shapes.ts';
import { bookRecord } from '../../story/book/record.ts';
import { characterRecord } from '../../story/character/record.ts';
import { conflictRecord } from '../../story/conflict/record.ts';
import { moodRecord } from '../../story/mood/record.ts';
import { asOf, NamesByChapter, statusAt } from '../../story/names/as-of.ts';
import { planRecord } from '../../story/plan/record.ts';
import { styleRecord } from '../../story/style/record.ts';
import { chapterRecord } from '../../text/chapter/record.ts';

/** Prompt inputs of a book, without prose. */
export type Material = Pick<PromptInput, 'book' | 'plan' | 'style' | 'moods' | 'cast' | 'conflicts' | 'chapters'>;

/** Members of each record that enter a prompt, from the record declarations. */
export const fieldsThatCount = {
  book: bookRecord.staleness.fields,
  plan: planRecord.staleness.fields,
  style: styleRecord.staleness.fields,
  chapter: chapterRecord.staleness[0].fields,
  outline: chapterRecord.staleness[1].fields,
  character: characterRecord.staleness.fields,
  conflict: conflictRecord.staleness.fields,
  mood: moodRecord.staleness.fields,
} as const satisfies Record<InputKind, readonly string[]>;

/** Characters of a print: 24 bits of a SHA-256, so one of 16 million changes is missed. */
export const printLength = 4;
/** Names are stored so that deleted records can be named; truncated. Ours. */
const nameCodePointsMax = 60;
/** Maximum characters and conflicts that count: those that the prompt keeps longest. Ours. */
const recordsMax = 100;

type Fields<Kind extends InputKind> = Readonly<Partial<Record<(typeof fieldsThatCount)[Kind][number], unknown>>>;

/** Computes the inputs of the chapters of one book; each record is hashed once. */
export class InputReader {
  private readonly material: Material;
  private readonly told = new Map<string, Told>();
  private readonly cast: ReadonlyMap<string, PromptCharacter>;
  private readonly orders: ReadonlyMap<string, number>;
  private readonly names: NamesByChapter;

  constructor(material: Material) {
    this.material = material;
    this.cast = new Map(material.cast.map((character) => [character.id, character]));
    this.orders = new Map(material.chapters.map(({ id, order }) => [id, order]));
    this.names = new NamesByChapter(material.cast, material.book.language);
  }

  /** Current inputs of a chapter; undefined if it is archived. */
  inputsOf(chapterId: string): BuiltFrom | undefined {
    const { book, plan, style, moods, chapters } = this.material;
    const index = chapters.findIndex(({ id }) => id === chapterId);
    const chapter = chapters[index];
    if (!chapter) return undefined;
    // From plans, not from prose; otherwise writing a chapter would change its participants.
    const people = peopleOf(chapter, '', this.material, this.names.at(chapter.order)).participants;
    const { here, absent } = toldConflicts(this.material, chapter, people);
    const beside = [chapters[index - 1], chapters[index + 1]].filter((one) => one !== undefined);
    const beatKeys = beatsFor(chapter, plan.beatSheetTemplate, chapters.length).map(({ key }) => key);
    return {
      book: { [book.id]: this.tell('book', book, book.title) },
      plan: { [book.id]: this.tell('plan', { ...plan, id: book.id }, book.title) },
      style: isSet(style) ? { [book.id]: this.tell('style', { ...style, id: book.id }, book.title) } : {},
      chapter: { [chapter.id]: this.tell('chapter', { ...chapter, beatKeys }, chapter.title) },
      outline: byId(beside, (one) => this.tell('outline', one, one.title)),
      character: byId(people.slice(0, recordsMax), (one) => this.tellCharacter(one, chapter.order)),
      conflict: byId([...here, ...absent].slice(0, recordsMax), (one) => this.tell('conflict', one, this.nameOf(one))),
      mood: byId(moods, (one) => this.tell('mood', one, one.title)),
    };
  }

  /** Current state of a character as of a chapter, participant or not; undefined if it is deleted. */
  character(id: string, chapterId: string): Told | undefined {
    const found = this.cast.get(id);
    return found && this.tellCharacter(found, this.orders.get(chapterId) ?? 0);
  }

  private tellCharacter(character: PromptCharacter, order: number): Told {
    const status = statusAt(character, order);
    const { aliases } = asOf(character, order);
    const shown = { ...character, aliases, status: status === 'alive' ? null : status };
    return this.tell('character', shown, character.name, `${status} ${aliases.length}`);
  }

  private tell<Kind extends InputKind>(
    kind: Kind,
    record: Fields<Kind> & { id: string; version: number },
    name: string,
    /** What the fields depend on beside the record. */
    as = '',
  ): Told {
    const key = `${kind} ${record.id} ${as}`;
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

/** A style without content is no input: texts from before the record existed stay current. */
function isSet({ styleGuide, styleSample, avoid, personLock }: PromptStyle): boolean {
  return avoid.length > 0 || [styleGuide, styleSample, personLock].some((value) => value !== null);
}

/** Null and blank values are equal: neither appears in a prompt. */
export function printOf(value: unknown): string {
  const said = typeof value === 'string' ? value.trim() : (value ?? '');
  return hash('sha256', JSON.stringify(said), 'base64url').slice(0, printLength);
}

function byId<Row extends { id: string }>(rows: readonly Row[], tell: (row: Row) => Told): Record<string, Told> {
  return Object.fromEntries(rows.map((row) => [row.id, tell(row)]));
}
