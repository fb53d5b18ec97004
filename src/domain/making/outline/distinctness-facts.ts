import { type Facts, type Finding, percent, quote } from './finding.ts';
import type { GradedChapter, GradeInput } from './grade-input.ts';
import { resemblance, type Sketch, sketchOfLetters, sketchOfWords } from './similarity.ts';

// Similarity from which two texts count as repeating each other. "Chapter 1" and "Chapter 2" are 0.75 alike and not a
// repetition. Ours.
const summaryLikenessMin = 0.5;
const titleLikenessMin = 0.85;

// Weight of a repeated title relative to a repeated chapter. Ours.
const titleShare = 0.5;

/** Summaries and titles that nearly repeat an earlier one. A chapter without a summary is not distinguishable. */
export function distinctnessFacts({ chapters }: GradeInput): Facts {
  const told = chapters.filter(({ summary }) => summary.trim() !== '');
  const summaries = repetitions(told, ({ summary }) => sketchOfWords(summary), summaryLikenessMin);
  const titles = repetitions(chapters, ({ title }) => sketchOfLetters(title), titleLikenessMin);
  const lost = chapters.length - told.length + repeats(summaries) + titleShare * repeats(titles);
  return {
    score: Math.max(0, 100 - percent(lost, chapters.length)),
    findings: [
      ...summaries.map((group) =>
        finding(
          'summary-repeated',
          'warning',
          group,
          ({ summary }) => summary,
          'Let each do what the others do not, or join them.',
        ),
      ),
      ...titles.map((group) =>
        finding('title-repeated', 'note', group, ({ title }) => title, 'Name each after what is its own.'),
      ),
    ],
  };
}

/** Groups of at least two similar chapters, by the first of each. */
function repetitions(
  chapters: readonly GradedChapter[],
  sketchOf: (chapter: GradedChapter) => Sketch,
  likenessMin: number,
): GradedChapter[][] {
  const groups: { sketch: Sketch; chapters: GradedChapter[] }[] = [];
  for (const chapter of chapters) {
    const sketch = sketchOf(chapter);
    const group = groups.find((one) => resemblance(one.sketch, sketch) >= likenessMin);
    if (group) group.chapters.push(chapter);
    else groups.push({ sketch, chapters: [chapter] });
  }
  return groups.map((group) => group.chapters).filter((group) => group.length > 1);
}

function repeats(groups: readonly GradedChapter[][]): number {
  return groups.reduce((sum, group) => sum + group.length - 1, 0);
}

function finding(
  code: string,
  severity: Finding['severity'],
  group: readonly GradedChapter[],
  textOf: (chapter: GradedChapter) => string,
  fix: string,
): Finding {
  const chapters = group.map(({ order }) => order);
  const [one, other] = group.map((chapter) => quote(textOf(chapter)));
  return { code, severity, dimension: 'distinctness', chapters, evidence: `${one} and ${other}`, fix };
}
