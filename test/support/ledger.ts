import type { Json } from './rest.ts';

/** Words that a step has replaced, in a text in which every word stands once. */
export interface Change {
  old: string;
  instead: string;
  /** The proposal that was accepted. */
  proposalId?: string;
}

interface Step {
  version: number;
  changes: readonly Change[];
}

/** What was answered about a chapter, in any order. */
interface Account {
  first: string;
  steps: Step[];
  removals: Change[];
  reads: Json[];
}

/**
 * The texts of chapters as they must be: the acknowledged steps, replayed one by one in the order of the versions. Blanks
 * count as one, and so do line ends, because steps differ in what they leave of them beside words that they remove.
 */
export class Ledger {
  readonly #accounts = new Map<string, Account>();

  /** A chapter, as it was made. */
  open(chapterId: string, first: string): void {
    this.#accounts.set(chapterId, { first, steps: [], removals: [], reads: [] });
  }

  /** A step that the service has acknowledged. */
  saved(chapterId: string, version: number, changes: readonly Change[]): void {
    this.#of(chapterId).steps.push({ version, changes });
  }

  /** A proposal to remove words that was accepted without a change of the text, because they are gone already. */
  removed(chapterId: string, removal: Change): void {
    this.#of(chapterId).removals.push(removal);
  }

  /** A chapter as the service has answered it. */
  read(chapter: Json): void {
    this.#of(chapter.id).reads.push(chapter);
  }

  /** What was answered that cannot be, and the proposals whose words are in the texts. */
  settle(): { faults: string[]; accepted: string[] } {
    const faults: string[] = [];
    const accepted = new Set<string>();
    for (const [id, account] of this.#accounts) {
      // The others follow from the first fault.
      const [fault] = faultsOf(account, accepted);
      if (fault) faults.push(`${id}: ${fault}`);
    }
    return { faults, accepted: [...accepted].toSorted() };
  }

  #of(chapterId: string): Account {
    const account = this.#accounts.get(chapterId);
    if (!account) throw new Error(`No chapter ${chapterId}.`);
    return account;
  }
}

function faultsOf({ first, steps, removals, reads }: Account, accepted: Set<string>): string[] {
  const faults: string[] = [];
  const texts = [evened(first)];
  for (const { version, changes } of steps.toSorted((a, b) => a.version - b.version)) {
    const present = texts.at(-1) ?? '';
    // A merge that has nothing left to change answers the version that is there.
    if (version === texts.length && changes.every(({ old }) => !present.includes(evened(old)))) continue;
    if (version !== texts.length + 1) faults.push(`version ${version} follows ${texts.length}`);
    texts.push(replayed(present, changes, accepted, (fault) => faults.push(`version ${version}: ${fault}`)));
    const read = reads.find((one) => one.version === version && evened(one.content) !== texts.at(-1));
    if (read) faults.push(`version ${version}: ${JSON.stringify({ expected: texts.at(-1), read, changes })}`);
  }
  for (const { old, proposalId = '' } of removals) {
    if (texts.at(-1)?.includes(evened(old)))
      faults.push(`${proposalId} was accepted, and ${JSON.stringify(old)} stands`);
    accepted.add(proposalId);
  }
  const later = reads.find(({ version }) => version > texts.length);
  return later ? [...faults, `version ${later.version} was read, and no step made it`] : faults;
}

/** The text after one step. A proposal that is accepted again changes nothing. */
function replayed(
  before: string,
  changes: readonly Change[],
  accepted: Set<string>,
  tell: (fault: string) => void,
): string {
  let text = before;
  for (const { old, instead, proposalId } of changes) {
    if (proposalId !== undefined && accepted.has(proposalId)) continue;
    if (proposalId !== undefined) accepted.add(proposalId);
    const [head = '', ...tails] = text.split(evened(old));
    const isGone = tails.length === 0 && proposalId !== undefined && instead === '';
    if (tails.length === 1) text = evened(head + instead + tails[0]);
    else if (!isGone) tell(`${JSON.stringify(old)} stands ${tails.length} times`);
  }
  return text;
}

/** A text with one blank between words, and one empty line between paragraphs. */
const evened = (text: string): string =>
  text
    .replaceAll(/\s*\n\s*/g, '\n\n')
    .replaceAll(/[^\S\n]+/g, ' ')
    .trim();
