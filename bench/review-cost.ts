import type { Participant } from './environment.ts';
import { type Cost, costOf, send } from './save-cost.ts';
import { addBook } from './save-data.ts';

/** Words of a chapter of 30,000 characters; each stands once. */
const words = Array.from({ length: 3_000 }, (_, at) => `word${String(at).padStart(5, '0')}`);
const text = words.join(' ');

/** A book with one such chapter, and the proposals of so many of its words. */
async function proposed(ours: Participant, accountId: string, count: number) {
  const { bookId, ids } = await addBook(ours.database, accountId, 1);
  const chapterId = ids[0] ?? '';
  const path = `/v1/books/${bookId}`;
  await send(ours, 'PATCH', `${path}/chapters/${chapterId}`, { content: text });
  const proposals: string[] = [];
  for (let at = 0; at < count; at += 50) {
    // Every fifth word.
    const edits = words
      .filter((_, index) => index % 5 === 0)
      .slice(at, at + 50)
      .map((quote) => ({ chapterId, quote, replacement: `instead of ${quote}` }));
    const { data } = (await send(ours, 'POST', `${path}/proposals`, { edits })) as Proposed;
    proposals.push(...data.proposals.map(({ id }) => id));
  }
  return { path, chapterId, proposals };
}

interface Proposed {
  data: { proposals: { id: string }[] };
}

interface Page {
  next_cursor: string | null;
}

/** What those pay who review: two pages of a list, an accept of a whole set, and each save that carries the anchors. */
export async function measureReview(
  ours: Participant,
  accountId: string,
  times: number,
): Promise<[what: string, cost: Cost][]> {
  const lines: [string, Cost][] = [];
  const many = await proposed(ours, accountId, 200);
  const list = async () => {
    const path = `${many.path}/proposals?state=open&limit=100`;
    const { next_cursor } = (await send(ours, 'GET', path)) as Page;
    await send(ours, 'GET', `${path}&cursor=${encodeURIComponent(next_cursor ?? '')}`);
  };
  await list();
  lines.push(['list of 200 open proposals, two pages', await costOf(ours, times, list)]);
  const sets: Awaited<ReturnType<typeof proposed>>[] = [];
  for (let set = 0; set < times; set += 1) sets.push(await proposed(ours, accountId, 50));
  const accept = (turn: number) => {
    const { path, proposals: ids } = sets[turn] ?? many;
    return send(ours, 'POST', `${path}/proposals/accept`, { ids });
  };
  lines.push(['accept of 50 proposals in 30,000 characters', await costOf(ours, times, accept)]);
  for (const anchors of [0, 500]) {
    const { path, chapterId } = await proposed(ours, accountId, anchors);
    const save = (turn: number) =>
      send(ours, 'PATCH', `${path}/chapters/${chapterId}`, { content: `${text} ${'more '.repeat(turn + 1)}` });
    await save(0);
    lines.push([`autosave of 30,000 characters with ${anchors} anchors`, await costOf(ours, times * 5, save)]);
  }
  return lines;
}
