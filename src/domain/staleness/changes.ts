import { setImmediate as turn } from 'node:timers/promises';
import { fieldsThatCount, type Material, printLength, Teller } from './inputs.ts';
import { type BuiltFrom, type ChangeKind, type InputKind, inputKinds, type Told } from './rules.ts';

/** One thing that a chapter would be told otherwise now. */
export interface Change {
  input: InputKind;
  change: ChangeKind;
  id: string;
  /** As it is called now, or was called when it is gone. */
  name: string;
  /** Which of its fields are others; none for what was added or removed. */
  fields: string[];
}

/**
 * Compares the chapters of one book, one after the other: with hundreds of names to look for, a chapter takes some
 * milliseconds, and others get their turn in between.
 */
export class Comparer {
  private readonly teller: Teller;
  private last: Promise<unknown> = Promise.resolve();

  constructor(material: Material) {
    this.teller = new Teller(material);
  }

  /** What has changed since a text was built, by kind and oldest record first; empty for a chapter that is not in the outline. */
  changesSince(then: BuiltFrom, chapterId: string): Promise<Change[]> {
    const changes = this.last.then(() => turn()).then(() => changesSince(then, this.teller, chapterId));
    this.last = changes;
    return changes;
  }
}

function changesSince(then: BuiltFrom, teller: Teller, chapterId: string): Change[] {
  const now = teller.inputsOf(chapterId);
  if (!now) return [];
  return inputKinds.flatMap((input) => {
    const [before, after] = [then[input] ?? {}, now[input] ?? {}];
    return [...new Set([...Object.keys(before), ...Object.keys(after)])].sort().flatMap((id) => {
      const change = changeOf(input, before[id], after[id] ?? lingering(input, id, before[id], teller));
      return change ? [{ input, id, ...change }] : [];
    });
  });
}

/** Who got another name may no longer be found in the chapter by it; that is a change of theirs, and says more than that they are gone. */
function lingering(input: InputKind, id: string, before: Told | undefined, teller: Teller): Told | undefined {
  const now = input === 'character' ? teller.character(id) : undefined;
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

/** A field of which the older text has no print did not count when it was written. */
function fieldsThatDiffer(input: InputKind, [, , before]: Told, [, , after]: Told): string[] {
  return fieldsThatCount[input].filter((_field, index) => {
    const [from, to] = [index * printLength, (index + 1) * printLength];
    return to <= before.length && before.slice(from, to) !== after.slice(from, to);
  });
}
