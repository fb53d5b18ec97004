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

// An entry holds the ids of those who are named. Ours.
const namedMax = 5_000;

const named = new Recent<readonly string[]>(namedMax);

type Staged = Pick<Chapter, 'id' | 'version' | 'title' | 'summary' | 'notes' | 'participantIds' | 'povCharacterId'>;
type Member = Pick<Character, 'id' | 'version' | 'name' | 'aliases'>;

/**
 * Who takes part in each chapter, as its prompt has it (contract 5): those it lists, else those whom its title, summary,
 * notes or text name, and always the one it is told through. Unlike in a prompt a chapter that names nobody has nobody.
 */
export async function stageOf(
  sql: Sql,
  accountId: string,
  chapters: readonly Staged[],
  cast: readonly Member[],
  marks: ReadonlyMap<string, TextMark>,
): Promise<Stage> {
  const known = new Set(cast.map(({ id }) => id));
  const listed = (chapter: Staged) => chapter.participantIds.filter((id) => known.has(id));
  const unlisted = chapters.filter((chapter) => listed(chapter).length === 0);
  const read = await namedInChapters(sql, accountId, unlisted, cast, marks);
  return chapters.map((chapter) => {
    const { id, povCharacterId } = chapter;
    const viewpoint = povCharacterId !== null && known.has(povCharacterId) ? [povCharacterId] : [];
    return new Set([...viewpoint, ...(read.get(id) ?? listed(chapter))]);
  });
}

/** Looked for once as long as chapter, text and cast stay as they are. */
async function namedInChapters(
  sql: Sql,
  accountId: string,
  chapters: readonly Staged[],
  cast: readonly Member[],
  marks: ReadonlyMap<string, TextMark>,
): Promise<Map<string, readonly string[]>> {
  const castKey = createHash('sha256')
    .update(cast.map(({ id, version }) => `${id}.${version}`).join())
    .digest('base64');
  const keyOf = ({ id, version }: Staged, mark = '') => `${id}.${version} ${mark} ${castKey}`;
  const found = new Map<string, readonly string[]>();
  const missing = new Map<string, Staged>();
  for (const chapter of chapters) {
    const ids = named.get(keyOf(chapter, marks.get(chapter.id)?.mark));
    if (ids) found.set(chapter.id, ids);
    else missing.set(chapter.id, chapter);
  }
  const look = async (chapter: Staged, mark: string, body: string, breather: Breather) => {
    const text = [chapter.title, chapter.summary, chapter.notes, body].join('\n');
    const ids = await namedIn(text, cast, breather);
    named.set(keyOf(chapter, mark), ids);
    found.set(chapter.id, ids);
  };
  const wanted = [...missing.keys()].flatMap((id) => marks.get(id) ?? []);
  await eachText(sql, accountId, wanted, async ({ chapterId, mark, body }, breather) => {
    const chapter = missing.get(chapterId);
    if (chapter) await look(chapter, mark, body, breather);
  });
  const breather = new Breather();
  for (const chapter of missing.values()) if (!found.has(chapter.id)) await look(chapter, '', '', breather);
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
