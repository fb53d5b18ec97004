import type { HeadingWords } from '../formats/chapter-words.ts';
import type { ManuscriptChapter } from '../formats/exact-markdown.ts';
import type { FrontMatter } from '../formats/front-matter.ts';
import type { Heading } from '../formats/heading.ts';
import type { Pace } from '../pace.ts';
import type { ParagraphMark } from '../rules.ts';
import { cutAt, type ReadPart } from './cut.ts';
import { headingsByWords, type ImportWarning, importWarning } from './import-warnings.ts';
import { headingsInText } from './text-headings.ts';
import { TextParagraphs } from './text-paragraphs.ts';
import { surveyOf } from './text-survey.ts';
import { titlePageAt } from './text-title.ts';

interface ReadText {
  fields: FrontMatter;
  chapters: ManuscriptChapter[];
  paragraphs: ParagraphMark;
  warnings: ImportWarning[];
}

/** Reads a plain text as chapters of Markdown that shows it as it is. */
export async function readPlainText(
  source: string,
  words: HeadingWords,
  pace: Pace,
  paragraphs?: ParagraphMark,
): Promise<ReadText> {
  // A form feed begins a page, and so a line.
  const text = source.replaceAll('\f', '\n');
  const survey = await surveyOf(text, words, pace, paragraphs);
  const front = titlePageAt(text, words, { start: 0, end: text.length, hasTitle: false });
  const headings = (await headingsInText(text, words, survey.wrapUnits > 0, pace)).filter(
    ({ start }) => start >= (front?.end ?? 0),
  );
  const page = front ?? pageBehindTitle(text, words, headings);
  const [first] = headings;
  if (first && !front && page) first.isTitle = true;
  const written = new TextParagraphs(survey);
  const { title, chapters } = cutAt(text.length, headings, (deeper) => partsOf(text, deeper, written, page?.end ?? 0));
  return {
    fields: {
      ...(title && { title }),
      ...(page?.title && { title: page.title }),
      ...(page && { author: page.author }),
    },
    chapters,
    paragraphs: survey.paragraphs,
    warnings: [
      importWarning('paragraphs_read', written.count, survey.paragraphs),
      ...headingsByWords(headings),
      ...(page?.year ? [importWarning('year_dropped', 1, page.year)] : []),
    ],
  };
}

/** An underlined title above all headings is followed by the name. */
function pageBehindTitle(source: string, words: HeadingWords, [first, second]: readonly Heading[]) {
  const isTitle = first?.level === 1 && source.slice(0, first.start).trim() === '';
  return isTitle && first
    ? titlePageAt(source, words, { start: first.end, end: second?.start ?? source.length, hasTitle: true })
    : undefined;
}

/** Reads parts of a text behind its title page. */
function partsOf(source: string, deeper: readonly Heading[], written: TextParagraphs, pageEnd: number): ReadPart {
  let next = 0;
  const addLines = (start: number, end: number) => {
    for (let from = start; from < end; ) {
      const newline = source.indexOf('\n', from);
      const lineEnd = newline < 0 || newline > end ? end : newline;
      written.add(source.slice(from, lineEnd));
      from = lineEnd + 1;
    }
  };
  return (start, end) => {
    let from = Math.max(start, Math.min(pageEnd, end));
    for (let heading = deeper[next]; heading && heading.start < end; heading = deeper[next]) {
      next += 1;
      if (heading.start < from) continue;
      addLines(from, heading.start);
      written.addHeading(heading.title);
      from = heading.end;
    }
    addLines(from, end);
    return written.take();
  };
}
