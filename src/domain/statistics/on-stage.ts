import { createHash } from 'node:crypto';
import type { Sql } from '../../sql/connect.ts';
import type { Chapter } from '../chapter/store.ts';
import type { Character } from '../character/store.ts';
import { isNamed } from '../prompt/participants.ts';
import { Breather } from './breather.ts';
import { Recent } from './recent.ts';
import type { Stage } from './stage.ts';
import type { TextMark } from './store.ts';
import { eachText } from './texts.ts';

// An entry holds the ids of mentioned characters. Ours.
const namedMax = 5_000;

const named = new Recent<readonly string[]>(namedMax);

type Staged = Pick<Chapter, 'id' | 'version' | 'title' | 'summary' | 'notes' | 'participantIds' | 'povCharacterId'>;
type Member = Pick<Character, 'id' | 'version' | 'name' | 'aliases'>;

export interface BookCast {
  chapters: readonly Staged[];
  cast: readonly Member[];
}

/**
 * Participants of each chapter of some books, as in its prompt (contract 5): the listed ones, else those mentioned in
 * title, summary, notes or text, and always the viewpoint character. Unlike in a prompt, a chapter that mentions nobody has
 * no participants.
 */
export async function stagesOf(
  sql: Sql,
  accountId: string,
  books: readonly BookCast[],
  marks: ReadonlyMap<string, TextMark>,
): Promise<Stage[]> {
  const known = books.map(({ cast }) => new Set(cast.map(({ id }) => id)));
  const listed = (chapter: Staged, ids: ReadonlySet<string> | undefined) =>
    chapter.participantIds.filter((id) => ids?.has(id));
  const searches = books.flatMap(({ chapters, cast }, at) => {
    const castKey = keyOfCast(cast);
    return chapters
      .filter((chapter) => listed(chapter, known[at]).length === 0)
      .map((chapter) => ({ chapter, cast, castKey }));
  });
  const found = await namedInChapters(sql, accountId, searches, marks);
  return books.map(({ chapters }, at) =>
    chapters.map((chapter) => {
      const { id, povCharacterId } = chapter;
      const viewpoint = povCharacterId !== null && known[at]?.has(povCharacterId) ? [povCharacterId] : [];
      return new Set([...viewpoint, ...(found.get(id) ?? listed(chapter, known[at]))]);
    }),
  );
}

function keyOfCast(cast: readonly Member[]): string {
  const members = cast.map(({ id, version }) => `${id}.${version}`).join();
  return createHash('sha256').update(members).digest('base64');
}

interface Search {
  chapter: Staged;
  cast: readonly Member[];
  castKey: string;
}

/** Cached until chapter, text or cast change. */
async function namedInChapters(
  sql: Sql,
  accountId: string,
  searches: readonly Search[],
  marks: ReadonlyMap<string, TextMark>,
): Promise<Map<string, readonly string[]>> {
  const keyOf = ({ chapter: { id, version }, castKey }: Search, mark = '') => `${id}.${version} ${mark} ${castKey}`;
  const found = new Map<string, readonly string[]>();
  const missing = new Map<string, Search>();
  for (const search of searches) {
    const { id } = search.chapter;
    const ids = named.get(keyOf(search, marks.get(id)?.mark));
    if (ids) found.set(id, ids);
    else missing.set(id, search);
  }
  const look = async (search: Search, mark: string, body: string, breather: Breather) => {
    const { id, title, summary, notes } = search.chapter;
    const ids = await namedIn([title, summary, notes, body].join('\n'), search.cast, breather);
    named.set(keyOf(search, mark), ids);
    found.set(id, ids);
  };
  const wanted = [...missing.keys()].flatMap((id) => marks.get(id) ?? []);
  await eachText(sql, accountId, wanted, async ({ chapterId, mark, body }, breather) => {
    const search = missing.get(chapterId);
    if (search) await look(search, mark, body, breather);
  });
  const breather = new Breather();
  for (const [id, search] of missing) if (!found.has(id)) await look(search, '', '', breather);
  return found;
}

async function namedIn(text: string, cast: readonly Member[], breather: Breather): Promise<string[]> {
  const searched = text.normalize('NFC');
  const ids: string[] = [];
  for (const member of cast) {
    if (isNamed(searched, member)) ids.push(member.id);
    if (breather.isDue) await breather.pause();
  }
  return ids;
}
