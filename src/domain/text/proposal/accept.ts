import {
  clipped,
  invalidRequest,
  invalidState,
  messageMax,
  notFound,
  ServiceError,
  StaleVersion,
} from '../../../errors.ts';
import { prefixOf } from '../../../ids/id.ts';
import type { Sql, Transaction } from '../../../sql/connect.ts';
import { contentMax, lengthOf } from '../../shapes.ts';
import { type BookKey, lockBook } from '../../story/book/store.ts';
import type { AnchorPlace } from '../anchor/rules.ts';
import { placesIn, placesOf, settleAnchors, staleAnchors } from '../anchor/store.ts';
import { type Chapter, type ChapterKey, heldChapter, runningOn } from '../chapter/store.ts';
import type { HeldChapter } from '../texts/hold.ts';
import { presentText } from '../texts/present.ts';
import { type SavedBy, saveChanged } from '../texts/save.ts';
import {
  type Accepted,
  decidedBefore,
  type NotAcceptable,
  type Span,
  type Wanted,
  withAccepted,
} from './accepted-text.ts';
import { proposalRecord } from './record.ts';
import type { Acceptance } from './rules.ts';
import { refuseLong } from './size.ts';
import { decide, followAnchors, type Proposal, proposalsIn } from './store.ts';

/** Proposals after an acceptance, with the chapters whose text has changed. */
export interface AcceptedProposals {
  proposals: Proposal[];
  chapters: Pick<Chapter, 'id' | 'version'>[];
}

/**
 * Accepts proposals: one save of each chapter. All or none, unless it is partial.
 *
 * @param mayRead Whether an error may quote the text.
 */
export function acceptProposals(
  sql: Sql,
  key: BookKey,
  acceptance: Acceptance,
  by: SavedBy,
  mayRead: boolean,
): Promise<AcceptedProposals> {
  return sql.begin(async (tx): Promise<AcceptedProposals> => {
    const book = (await lockBook(tx, key)) ?? notFound('book');
    const proposals = (await proposalsIn(tx, key, acceptance.ids)) ?? notFound('proposal');
    refuseLong(proposals);
    const { chapters, closed } = await chaptersOf(tx, key, proposals);
    const [first] = closed.values();
    if (first && !acceptance.partial) invalidState(first);
    refuseStale(proposals, chapters, acceptance.expectedVersions ?? []);
    const wanted = wantedOf(proposals, await placesOf(tx, key.accountId, [...chapters.keys()]), acceptance);
    const merges = [];
    for (const [chapterId, chapter] of chapters) {
      const text = (await presentText(tx, { ...key, chapterId }))?.body ?? '';
      const ofIt = wanted.filter(({ proposal }) => proposal.chapterId === chapterId);
      merges.push({ chapter, former: text, ...withAccepted(text, ofIt) });
    }
    const accepted = merges.flatMap((one) => one.accepted);
    const refused = [...decidedBefore(proposals), ...merges.flatMap((one) => one.refused)];
    if (refused.length > 0 && !acceptance.partial)
      throw notAcceptable(mayRead ? refused : refused.map((one) => ({ ...one, present: null })));
    if (accepted.length > 0) await record(tx, key, accepted, by.tokenId);
    const changed = [];
    for (const { chapter, former, text, overlapped } of merges) {
      await turnStale(tx, { ...key, chapterId: chapter.id }, overlapped);
      if (text !== former) changed.push(await save(tx, key, { chapter, language: book.language }, text, by));
    }
    return { proposals: (await proposalsIn(tx, key, acceptance.ids)) ?? notFound('proposal'), chapters: changed };
  });
}

/**
 * The chapters of open and stale proposals, in the order in which all changes lock them. `closed` says why others cannot be
 * changed now.
 */
async function chaptersOf(tx: Transaction, key: BookKey, proposals: readonly Proposal[]) {
  const ids = new Set(proposals.filter(isPending).map(({ chapterId }) => chapterId));
  const [chapters, closed] = [new Map<string, Chapter>(), new Map<string, string>()];
  for (const chapterId of [...ids].toSorted()) {
    const chapter = await heldChapter(tx, { ...key, chapterId });
    const runId = chapter && (await runningOn(tx, { ...key, chapterId }));
    if (!chapter) closed.set(chapterId, `Chapter ${chapterId} of a proposal is archived. Restore it first.`);
    else if (runId)
      closed.set(chapterId, `Run ${runId} is writing chapter ${chapterId}. Wait for it or cancel it, then try again.`);
    else chapters.set(chapterId, chapter);
  }
  return { chapters, closed };
}

const isPending = ({ state }: Proposal) => state === 'open' || state === 'stale';

/** Other proposals whose words were in what has been replaced. */
async function turnStale(tx: Transaction, key: ChapterKey, overlapped: readonly Span[]): Promise<void> {
  if (overlapped.length === 0) return;
  const places = await placesIn(tx, key);
  const within = places.filter(
    ({ id, start, end }) =>
      prefixOf(id) === proposalRecord.prefix && overlapped.some((one) => start < one.end && end > one.start),
  );
  const ids = within.map(({ id }) => id);
  const lost = ids.length > 0 ? await staleAnchors(tx, key, ids) : [];
  if (lost.length > 0) await followAnchors(tx, { accountId: key.accountId, found: [], lost });
}

function refuseStale(
  proposals: readonly Proposal[],
  chapters: ReadonlyMap<string, Chapter>,
  expected: NonNullable<Acceptance['expectedVersions']>,
): void {
  expected.forEach(({ id, version }, index) => {
    const proposal = proposals.find((one) => one.id === id);
    const ofAccepted = proposals.find((one) => one.chapterId === id && !chapters.has(id));
    // Accepting again changes nothing, whatever has changed since.
    if (proposal?.state === 'accepted' || ofAccepted) return;
    const current = proposal ?? chapters.get(id);
    if (!current)
      throw invalidRequest([
        { path: `expectedVersions[${index}].id`, message: 'is none of the proposals or their chapters.' },
      ]);
    if (current.version !== version) throw new StaleVersion(proposal ? 'proposal' : 'chapter', current, version);
  });
}

function wantedOf(
  proposals: readonly Proposal[],
  places: ReadonlyMap<string, AnchorPlace>,
  { choices = [] }: Acceptance,
): Wanted[] {
  choices.forEach(({ id, alternative }, index) => {
    const proposal = proposals.find((one) => one.id === id);
    const path = `choices[${index}].${proposal ? 'alternative' : 'id'}`;
    if (!proposal) throw invalidRequest([{ path, message: 'is none of `ids`.' }]);
    const { length } = proposal.alternatives;
    if (alternative > length)
      throw invalidRequest([{ path, message: `must be 0–${length}: the proposal has ${length}.` }]);
  });
  const chosen = new Map(choices.map(({ id, alternative }) => [id, alternative]));
  return proposals.map((proposal) => ({
    proposal,
    place: places.get(proposal.id),
    choice: chosen.get(proposal.id) ?? 0,
  }));
}

/** The error for proposals that cannot be accepted, with the state of each. */
export function notAcceptable(refused: readonly NotAcceptable[]): ServiceError {
  const [first] = refused;
  const others = refused.length > 1 ? ` (and ${refused.length - 1} more)` : '';
  return new ServiceError(
    'invalid_state',
    `Proposal ${first?.id}${others} cannot be accepted: it is ${first?.state}. Nothing was changed. Leave it out, or revise or decline it.`,
    { proposals: refused.map((one) => ({ ...one, present: one.present && clipped(one.present, messageMax) })) },
  );
}

async function record(tx: Transaction, { accountId }: BookKey, accepted: Accepted['accepted'], tokenId: string) {
  const chosen = accepted.map(({ proposal: { id }, choice }) => ({ id, choice }));
  await settleAnchors(
    tx,
    accountId,
    chosen.map(({ id }) => id),
  );
  await decide(tx, accountId, chosen, { state: 'accepted', tokenId });
}

async function save(
  tx: Transaction,
  key: BookKey,
  held: HeldChapter,
  content: string,
  by: SavedBy,
): Promise<Pick<Chapter, 'id' | 'version'>> {
  const { id, version } = held.chapter;
  const length = lengthOf(content);
  if (length > contentMax)
    invalidState(
      `Chapter ${id} would have ${length} characters; the limit is ${contentMax}. Accept fewer, or split it.`,
    );
  const saved = await saveChanged(tx, { ...key, chapterId: id }, held, content, by);
  return { id, version: saved?.version ?? version };
}
