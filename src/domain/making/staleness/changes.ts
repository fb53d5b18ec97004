import { setImmediate as turn } from 'node:timers/promises';
import { type BuiltFrom, type InputKind, inputKinds, type Told } from '../../shapes.ts';
import { placed } from '../../story/names/as-of.ts';
import { fieldsThatCount, InputReader, printLength } from './inputs.ts';
import type { ChangeKind } from './rules.ts';
import type { BookMaterial } from './store.ts';

/** A change that affects a chapter. */
export interface Change {
  input: InputKind;
  change: ChangeKind;
  id: string;
  /** Current name, or the last one if it is deleted. */
  name: string;
  /** Changed fields; empty for added and removed records. */
  fields: string[];
}

/**
 * Compares the chapters of one book in sequence and yields in between: with hundreds of names a chapter takes some
 * milliseconds.
 */
export class Comparer {
  private readonly teller: InputReader;
  private last: Promise<unknown> = Promise.resolve();

  constructor(material: BookMaterial) {
    this.teller = new InputReader({ ...material, cast: placed(material.cast, material.chapters) });
  }

  /** Changes since a text was built, by kind, oldest record first; empty for an archived chapter. */
  changesSince(then: BuiltFrom, chapterId: string): Promise<Change[]> {
    const changes = this.last.then(() => turn()).then(() => changesSince(then, this.teller, chapterId));
    this.last = changes;
    return changes;
  }
}

function changesSince(then: BuiltFrom, teller: InputReader, chapterId: string): Change[] {
  const now = teller.inputsOf(chapterId);
  if (!now) return [];
  return inputKinds.flatMap((input) => {
    const [before, after] = [then[input] ?? {}, now[input] ?? {}];
    return [...new Set([...Object.keys(before), ...Object.keys(after)])].sort().flatMap((id) => {
      const change = changeOf(input, before[id], after[id] ?? lingering({ input, id, chapterId }, before[id], teller));
      return change ? [{ input, id, ...change }] : [];
    });
  });
}

/**
 * A renamed character may no longer be found in the chapter; that is reported as a change of the character, not as a
 * removal.
 */
function lingering(
  { input, id, chapterId }: { input: InputKind; id: string; chapterId: string },
  before: Told | undefined,
  teller: InputReader,
): Told | undefined {
  const now = input === 'character' ? teller.character(id, chapterId) : undefined;
  return now && before && fieldsThatDiffer(input, before, now).length > 0 ? now : undefined;
}

function changeOf(
  input: InputKind,
  before: Told | undefined,
  after: Told | undefined,
): Pick<Change, 'change' | 'name' | 'fields'> | undefined {
  if (!before) return after && { change: 'added', name: after[0], fields: [] };
  if (!after) return { change: 'removed', name: before[0], fields: [] };
  const fields = fieldsThatDiffer(input, before, after);
  return fields.length > 0 ? { change: 'changed', name: after[0], fields } : undefined;
}

/** Fields without a print in the older text were not relevant when it was written. */
function fieldsThatDiffer(input: InputKind, [, , before]: Told, [, , after]: Told): string[] {
  return fieldsThatCount[input].filter((_field, index) => {
    const [from, to] = [index * printLength, (index + 1) * printLength];
    return to <= before.length && before.slice(from, to) !== after.slice(from, to);
  });
}
