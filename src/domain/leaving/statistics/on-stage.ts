import { createHash } from 'node:crypto';
import type { Sql } from '../../../sql/connect.ts';
import type { Job } from '../../../threads/job.ts';
import type { WorkPool } from '../../../threads/pool.ts';
import type { Character } from '../../story/character/store.ts';
import { CastByChapter, type Placed, placed, thereAt } from '../../story/names/as-of.ts';
import { participantIdsOf } from '../../story/names/participant-ids.ts';
import type { Chapter } from '../../text/chapter/store.ts';
import type { TextMark } from '../../text/texts/marks.ts';
import type { NamingText, namedIn } from './named-in.ts';
import { Recent } from './recent.ts';
import type { Stage } from './stage.ts';
import { eachText } from './texts.ts';

// An entry holds the ids of mentioned characters. Ours.
const namedMax = 5_000;

const named = new Recent<readonly string[]>(namedMax);

type Staged = Pick<
  Chapter,
  'id' | 'version' | 'order' | 'title' | 'summary' | 'notes' | 'participantIds' | 'mentionedIds' | 'povCharacterId'
>;
type Member = Pick<Character, 'id' | 'version' | 'name' | 'aliases' | 'status' | 'datedAliases'>;

interface BookCast {
  language: string;
  chapters: readonly Staged[];
  cast: readonly Member[];
}

const naming: Job<NamingText, ReturnType<typeof namedIn>> = {
  module: new URL('./named-in.ts', import.meta.url),
  name: 'namedIn',
};

/**
 * Participants of each chapter of some books, as in its prompt (contract 5). Unlike in a prompt, a chapter that names nobody
 * has no participants.
 */
export async function stagesOf(
  sql: Sql,
  work: WorkPool,
  accountId: string,
  books: readonly BookCast[],
  marks: ReadonlyMap<string, TextMark>,
): Promise<Stage[]> {
  const known = books.map(({ cast }) => new Set(cast.map(({ id }) => id)));
  const casts = books.map(({ cast, chapters }) => placed(cast, chapters));
  const searches = books.flatMap(({ chapters, language }, at) => {
    const byChapter = new CastByChapter(casts[at] ?? []);
    const bearersOf = recalled((cast) => cast.map(({ id, name, aliases }) => ({ id, name, aliases })));
    const castKeyOf = recalled((cast) => keyOfCast(cast, language));
    return chapters
      .filter(({ participantIds }) => !participantIds.some((id) => known[at]?.has(id)))
      .map((chapter) => {
        const cast = byChapter.at(chapter.order);
        return { chapter, cast: bearersOf(cast), language, castKey: castKeyOf(cast) };
      });
  });
  const found = await namedInChapters(sql, work, accountId, searches, marks);
  return books.map(({ chapters }, at) =>
    chapters.map(
      (chapter) =>
        new Set(
          participantIdsOf(chapter, known[at] ?? new Set(), () =>
            thereAt(casts[at] ?? [], chapter.order, found.get(chapter.id) ?? []),
          ),
        ),
    ),
  );
}

/** Remembers what was made of a cast. */
function recalled<Made>(make: (cast: readonly Placed<Member>[]) => Made): typeof make {
  const known = new Map<readonly Placed<Member>[], Made>();
  return (cast) => {
    const made = known.get(cast) ?? make(cast);
    known.set(cast, made);
    return made;
  };
}

/** With the names, some of which may begin with a chapter that has moved. */
function keyOfCast(cast: readonly Placed<Member>[], language: string): string {
  const members = cast.map(({ id, version, aliases }) => `${id}.${version}.${aliases.join('/')}`).join();
  return createHash('sha256').update(`${language} ${members}`).digest('base64');
}

interface Search {
  chapter: Staged;
  cast: NamingText['cast'];
  language: string;
  castKey: string;
}

/** Cached until chapter, text or cast change. */
async function namedInChapters(
  sql: Sql,
  work: WorkPool,
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
  const look = async (search: Search, mark: string, body: string) => {
    const { id, title, summary, notes } = search.chapter;
    const text = [title, summary, notes, body].join('\n');
    const order = { accountId, input: { text, cast: search.cast, language: search.language }, characters: text.length };
    const ids = await work.run(naming, { ...order, identity: keyOf(search, mark) });
    named.set(keyOf(search, mark), ids);
    found.set(id, ids);
  };
  const wanted = [...missing.keys()].flatMap((id) => marks.get(id) ?? []);
  await eachText(sql, accountId, wanted, async ({ chapterId, mark, body }) => {
    const search = missing.get(chapterId);
    if (search) await look(search, mark, body);
  });
  for (const [id, search] of missing) if (!found.has(id)) await look(search, '', '');
  return found;
}
