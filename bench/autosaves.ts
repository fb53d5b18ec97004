import type { Participant } from './environment.ts';
import { both, type Cost, costOf, type SendRequest, send } from './save-cost.ts';
import { addChapter, type BookKey, proseOfLength } from './save-data.ts';

/** The costs of saves that append ten characters: for each text size one cost per round and contestant. */
export type Autosaves = ReadonlyMap<number, ReadonlyMap<string, readonly Cost[]>>;

/** Measures each size in rounds. The first round is not counted. */
export async function measureAutosaves(
  participants: readonly Participant[],
  book: BookKey,
  sizes: readonly number[],
  { rounds, share }: { rounds: number; share: number },
): Promise<Autosaves> {
  const measured = new Map<number, Map<string, Cost[]>>();
  for (const [at, size] of sizes.entries()) {
    const costs = new Map<string, Cost[]>();
    const writers = await Promise.all(
      participants.map((participant) => newAutosave(participant, book, 900 + at, size)),
    );
    for (let round = -1; round < rounds; round += 1)
      for (const [index, participant] of participants.entries()) {
        const cost = await costOf(participant, share * (size > 100_000 ? 25 : 100), writers[index] ?? (async () => {}));
        if (round >= 0) costs.set(participant.name, [...(costs.get(participant.name) ?? []), cost]);
      }
    measured.set(size, costs);
  }
  return measured;
}

/** Ours over the floor in each round, service and database together. */
export function ratiosToFloor(autosaves: Autosaves, size: number): number[] {
  const costs = autosaves.get(size);
  return ratiosOf(costs?.get('ours'), costs?.get('floor'), both);
}

/** How much more a save of the largest text costs than one of the smallest, in each round. */
export function growthOf(autosaves: Autosaves, pick: (cost: Cost) => number): number[] {
  const ours = [...autosaves.values()].map((costs) => costs.get('ours'));
  return ratiosOf(ours.at(-1), ours[0], pick);
}

function ratiosOf(
  over: readonly Cost[] = [],
  under: readonly Cost[] = [],
  pick: (cost: Cost) => number = both,
): number[] {
  return over.flatMap((cost, round) => {
    const other = under[round];
    return other ? pick(cost) / pick(other) : [];
  });
}

async function newAutosave(
  participant: Participant,
  book: BookKey,
  position: number,
  size: number,
): Promise<SendRequest> {
  const id = await addChapter(participant.database, book, position);
  let content = proseOfLength(size);
  if (participant.role === 'floor')
    await participant.database`INSERT INTO bare_text (account_id, chapter_id, body) VALUES (${book.accountId}, ${id}, ${content})`;
  const path = `/v1/books/${book.bookId}/chapters/${id}`;
  await send(participant, 'PATCH', path, { content });
  return (turn) => {
    content += ` sea ${String(turn % 100).padStart(3, '0')}. `;
    return send(participant, 'PATCH', path, { content });
  };
}
