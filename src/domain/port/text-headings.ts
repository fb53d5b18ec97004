import { beginningOf } from './chapter-words.ts';
import { type Heading, refuseTooMany } from './heading.ts';
import { forLines, type SourceLine } from './lines.ts';
import type { Pace } from './pace.ts';

/** Maximum length of a chapter heading (ours). */
const lineUnitsMax = 120;

/** Headings of plain text: by marks (`#`, or an underline) or by words (`Chapter 12`), whichever occur more often. */
export async function headingsInText(source: string, pace: Pace): Promise<Heading[]> {
  const marked: Heading[] = [];
  const worded: Heading[] = [];
  let [before, line, next]: [SourceLine | undefined, SourceLine | undefined, SourceLine | undefined] = [
    undefined,
    undefined,
    undefined,
  ];
  const look = (after: SourceLine | undefined) => {
    if (line && isBlank(before) && !isBlank(line)) {
      const mark = markedHeading(line, next, after);
      const word = wordedHeading(line, next, after);
      if (mark) marked.push(mark);
      if (word) worded.push(word);
      refuseTooMany(marked);
      refuseTooMany(worded);
    }
    [before, line, next] = [line, next, after];
  };
  await forLines(source, pace, (one) => look({ ...one, text: one.text.trim() }));
  look(undefined);
  look(undefined);
  return worded.length > marked.length ? worded : marked;
}

const isBlank = (line: SourceLine | undefined) => !line || line.text === '';

/** `# Title`, or an underlined title. */
function markedHeading(
  line: SourceLine,
  next: SourceLine | undefined,
  after: SourceLine | undefined,
): Heading | undefined {
  if (line.text.length > lineUnitsMax) return undefined;
  const [, marks, title] = /^(#{1,6})\s+(.*?)[\s#]*$/.exec(line.text) ?? [];
  if (marks && title) return { level: marks.length, title, start: line.start, end: line.end };
  const underline = next && /^(={3,}|-{3,})$/.exec(next.text)?.[1];
  if (!underline || !isBlank(after)) return undefined;
  return { level: underline.startsWith('=') ? 1 : 2, title: line.text, start: line.start, end: next.end };
}

/** `CHAPTER XII: The Storm` between blank lines; the title may be on the next line, as in old books. */
function wordedHeading(
  line: SourceLine,
  next: SourceLine | undefined,
  after: SourceLine | undefined,
): Heading | undefined {
  const begins = line.text.length > lineUnitsMax ? undefined : beginningOf(line.text);
  if (!begins) return undefined;
  const level = begins === 'part' ? 1 : 2;
  if (isBlank(next)) return { level, title: line.text, start: line.start, end: line.end };
  if (!next || !isBlank(after) || next.text.length > lineUnitsMax || /[.!?…,;"”»]$/u.test(next.text)) return undefined;
  return { level, title: `${line.text.replace(/[.:]$/, '')}: ${next.text}`, start: line.start, end: next.end };
}
