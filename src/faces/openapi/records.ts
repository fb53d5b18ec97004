import type { SelectedType } from '../faces.ts';

/** A record or list of records, with the operation that answers it. */
export interface AnsweredRecord {
  operation: string;
  record: SelectedType;
}

/** A use of a record: as an answer, or as a member of another record. */
interface Use {
  record: SelectedType;
  signature: string;
  isAnswer: boolean;
  /** The operation that answers it, or the type that contains it. */
  within: string;
}

/**
 * Names every distinct selection of a type. The selection that most operations answer gets the name of the type. Names of the
 * others state the difference, such as `BookWithChapters`.
 */
export function nameRecords(answered: readonly AnsweredRecord[]): (record: SelectedType) => string {
  const uses = answered.flatMap(({ record, operation }) => usesIn(record, operation, true));
  const names = new Map<string, string>();
  for (const [typeName, ofType] of Map.groupBy(uses, ({ record }) => record.typeName)) {
    const [usual, ...others] = [...Map.groupBy(ofType, ({ signature }) => signature).values()]
      .sort(byUse)
      .flatMap(([first]) => first ?? []);
    if (!usual) continue;
    names.set(usual.signature, typeName);
    for (const { signature, record, within } of others) {
      const name = `${typeName}${difference(usual.record, record) ?? `In${within}`}`;
      names.set(signature, uniqueName([...names.values()], name));
    }
  }
  return (record) => names.get(signatureOf(record)) ?? record.typeName;
}

function usesIn(record: SelectedType, within: string, isAnswer: boolean): Use[] {
  if (record.selections.length === 0) return [];
  const inner = record.selections.flatMap((member) => usesIn(member, record.typeName, false));
  return [{ record, signature: signatureOf(record), isAnswer, within }, ...inner];
}

/** Most used first. Uses as an answer count before uses as a member. */
function byUse(a: readonly Use[], b: readonly Use[]): number {
  const answers = (uses: readonly Use[]) => uses.filter(({ isAnswer }) => isAnswer).length;
  return answers(b) - answers(a) || b.length - a.length;
}

/** A text that is equal for equal selections of a type, in any order. */
function signatureOf({ typeName, selections }: SelectedType): string {
  const members = selections.map((member) => {
    const inner = member.selections.length > 0 ? signatureOf(member) : '';
    return `${member.name}${member.optional ? '?' : ''}:${String(member.type)}${inner}`;
  });
  return `${typeName}{${members.sort().join(' ')}}`;
}

/** `WithChapters` or `WithoutContent`; undefined unless exactly one member differs. */
function difference(usual: SelectedType, other: SelectedType): string | undefined {
  const [added, ...furtherAdded] = onlyIn(other, usual);
  const [missing, ...furtherMissing] = onlyIn(usual, other);
  if (furtherAdded.length + furtherMissing.length > 0 || (added && missing)) return undefined;
  if (added) return `With${capital(added)}`;
  return missing && `Without${capital(missing)}`;
}

/** Members of the first selection that the second lacks. */
function onlyIn({ selections }: SelectedType, { selections: others }: SelectedType): string[] {
  return selections.map(({ name }) => name).filter((name) => others.every((other) => other.name !== name));
}

function capital(name: string): string {
  return name.replace(/^./, (first) => first.toUpperCase());
}

function uniqueName(taken: readonly string[], name: string, suffix = 2): string {
  if (!taken.includes(name)) return name;
  return taken.includes(`${name}${suffix}`) ? uniqueName(taken, name, suffix + 1) : `${name}${suffix}`;
}
