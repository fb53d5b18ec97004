import type { Selected } from './faces.ts';

/** A record or list of records, and the operation that answers it. */
export interface Answered {
  operation: string;
  record: Selected;
}

/** A record where it stands: answered itself, or a member of another. */
interface Use {
  record: Selected;
  signature: string;
  isAnswer: boolean;
  /** The operation that answers it, or the type that it is a member of. */
  within: string;
}

/** Names every distinct selection of a type: the one that most operations answer has the name of the type, the others say how they differ from it. */
export function nameRecords(answered: readonly Answered[]): (record: Selected) => string {
  const uses = answered.flatMap(({ record, operation }) => usesIn(record, operation, true));
  const names = new Map<string, string>();
  for (const [typeName, ofType] of Map.groupBy(uses, ({ record }) => record.typeName)) {
    const [usual, ...others] = [...Map.groupBy(ofType, ({ signature }) => signature).values()]
      .sort(moreUsed)
      .flatMap(([first]) => first ?? []);
    if (!usual) continue;
    names.set(usual.signature, typeName);
    for (const { signature, record, within } of others) {
      const telling = `${typeName}${difference(usual.record, record) ?? `In${within}`}`;
      names.set(signature, unlike([...names.values()], telling));
    }
  }
  return (record) => names.get(signatureOf(record)) ?? record.typeName;
}

function usesIn(record: Selected, within: string, isAnswer: boolean): Use[] {
  if (record.selections.length === 0) return [];
  const inner = record.selections.flatMap((member) => usesIn(member, record.typeName, false));
  return [{ record, signature: signatureOf(record), isAnswer, within }, ...inner];
}

/** Answers count before members of answers. */
function moreUsed(a: readonly Use[], b: readonly Use[]): number {
  const answers = (uses: readonly Use[]) => uses.filter(({ isAnswer }) => isAnswer).length;
  return answers(b) - answers(a) || b.length - a.length;
}

/** Equal for equal selections of a type, in whatever order. */
function signatureOf({ typeName, selections }: Selected): string {
  const members = selections.map((member) => {
    const inner = member.selections.length > 0 ? signatureOf(member) : '';
    return `${member.name}${member.optional ? '?' : ''}:${String(member.type)}${inner}`;
  });
  return `${typeName}{${members.sort().join(' ')}}`;
}

/** `WithChapters`, `WithoutContent`; undefined where one word does not say it all. */
function difference(usual: Selected, other: Selected): string | undefined {
  const [more, ...moreYet] = beyond(other, usual);
  const [fewer, ...fewerYet] = beyond(usual, other);
  if (moreYet.length + fewerYet.length > 0 || (more && fewer)) return undefined;
  if (more) return `With${capital(more)}`;
  return fewer && `Without${capital(fewer)}`;
}

function beyond({ selections }: Selected, { selections: others }: Selected): string[] {
  return selections.map(({ name }) => name).filter((name) => others.every((other) => other.name !== name));
}

function capital(name: string): string {
  return name.replace(/^./, (first) => first.toUpperCase());
}

function unlike(taken: readonly string[], name: string, turn = 2): string {
  if (!taken.includes(name)) return name;
  return taken.includes(`${name}${turn}`) ? unlike(taken, name, turn + 1) : `${name}${turn}`;
}
