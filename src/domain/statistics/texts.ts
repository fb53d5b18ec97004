import type { Sql } from '../../sql/connect.ts';
import { Breather } from './breather.ts';
import { type Measure, measureOf, noMeasure } from './measure.ts';
import { Recent } from './recent.ts';
import { markedTextsOf, type TextMark } from './store.ts';

// Prose that is in memory for one request at a time. Ours.
const readBytesMax = 8_000_000;
// A few hundred bytes each. Ours.
const measuresMax = 20_000;

const measures = new Recent<Measure>(measuresMax);

/**
 * The measure of each chapter's text, by id of the chapter; empty for one without text. What was measured is remembered by
 * the mark of the text, so that it is done once for each text, and a changed one is never given old figures.
 */
export async function measuresOfChapters(
  sql: Sql,
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
  await eachText(sql, accountId, wanted, async ({ chapterId, mark, body }, breather) => {
    const language = missing.get(chapterId) ?? '';
    const measure = await measureOf(body, language, breather);
    measures.set(keyOf(language, mark), measure);
    found.set(chapterId, measure);
  });
  return found;
}

export interface MarkedText {
  chapterId: string;
  mark: string;
  body: string;
}

/** Reads the texts a few megabytes at a time and lets others have their turn between and within them. */
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
