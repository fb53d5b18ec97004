import type { Sql } from '../../../sql/connect.ts';
import { Breather } from '../../../threads/breather.ts';
import type { Job } from '../../../threads/job.ts';
import type { WorkPool } from '../../../threads/pool.ts';
import { type MarkedText, markedTextsOf, type TextMark } from '../../text/texts/marks.ts';
import { type Measure, type MeasuredText, noMeasure } from './measure.ts';
import { Recent } from './recent.ts';

// Prose in memory per request, bytes. Ours.
const readBytesMax = 8_000_000;
// A few hundred bytes each. Ours.
const measuresMax = 20_000;

const measuring: Job<MeasuredText, Measure | Promise<Measure>> = {
  module: new URL('./measure.ts', import.meta.url),
  name: 'measureText',
};

const measures = new Recent<Measure>(measuresMax);

/**
 * Measures of chapters' texts, by chapter id; zero for an empty chapter. Cached by the mark of the text, so that each text
 * is measured once and changes are never missed.
 */
export async function measuresOfChapters(
  sql: Sql,
  work: WorkPool,
  accountId: string,
  chapters: readonly { id: string; language: string }[],
  marks: ReadonlyMap<string, TextMark>,
): Promise<Map<string, Measure>> {
  const keyOf = (language: string, mark: string) => `${language} ${mark}`;
  const found = new Map<string, Measure>();
  const missing = new Map<string, string>();
  for (const { id, language } of chapters) {
    const mark = marks.get(id);
    const known = mark ? measures.get(keyOf(language, mark.mark)) : noMeasure();
    if (known) found.set(id, known);
    else missing.set(id, language);
  }
  const wanted = [...missing.keys()].flatMap((id) => marks.get(id) ?? []);
  await eachText(sql, accountId, wanted, async ({ chapterId, mark, body: content }) => {
    const language = missing.get(chapterId) ?? '';
    const input = { content, language };
    const measure = await work.run(measuring, { accountId, input, characters: content.length });
    measures.set(keyOf(language, mark), measure);
    found.set(chapterId, measure);
  });
  return found;
}

/** Reads texts a few megabytes at a time and yields between and within them. */
export async function eachText(
  sql: Sql,
  accountId: string,
  wanted: readonly TextMark[],
  work: (text: MarkedText, breather: Breather) => Promise<void>,
): Promise<void> {
  const breather = new Breather();
  for (const ids of inSlices(wanted)) {
    for (const text of await markedTextsOf(sql, accountId, ids)) {
      await work(text, breather);
      if (breather.isDue) await breather.pause();
    }
  }
}

function inSlices(wanted: readonly TextMark[]): string[][] {
  const slices: string[][] = [];
  let room = 0;
  for (const { chapterId, bytes } of wanted) {
    if (room < bytes || slices.length === 0) {
      slices.push([]);
      room = readBytesMax;
    }
    slices.at(-1)?.push(chapterId);
    room -= bytes;
  }
  return slices;
}
