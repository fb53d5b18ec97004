import { readdirSync, readFileSync } from 'node:fs';

export const meanWordsMax = 18;
export const longestWordsMax = 45;

interface Figures {
  sentences: number;
  meanWords: number;
  longestWords: number;
  longest: string;
}

const root = new URL('../../', import.meta.url);
/** Files in the root are named, because `npm run demo` writes books there. */
const named = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md'];
const folders = ['docs/', 'docs/decisions/', 'examples/editor/', 'test/suites/', 'src/sql/pool/', 'src/sql/embedded/'];
const generated = new Set(['docs/operations.md', 'docs/configuration.md']);

/** The pages that people write, relative to the root. */
export function pages(): string[] {
  const found = folders.flatMap((folder) => readdirSync(new URL(folder, root)).map((name) => `${folder}${name}`));
  return [...named, ...found].filter((page) => page.endsWith('.md') && !generated.has(page));
}

/** Counts the words of each sentence, without headings, code, tables and lists of names. */
export function figuresOf(markdown: string): Figures {
  const sentences = blocksOf(markdown).flatMap(sentencesOf);
  const words = sentences.map(wordsIn);
  const longestWords = Math.max(0, ...words);
  const total = words.reduce((sum, count) => sum + count, 0);
  return {
    sentences: sentences.length,
    meanWords: total / (sentences.length || 1),
    longestWords,
    longest: sentences[words.indexOf(longestWords)] ?? '',
  };
}

/** Paragraphs and list items. */
function blocksOf(markdown: string): string[] {
  return markdown
    .replaceAll(/^ *(```|~~~)[\s\S]*?^ *\1$/gm, '')
    .replaceAll(/<!--[\s\S]*?-->/g, '')
    .replaceAll(/^ *(\||#).*$/gm, '')
    .split(/\n\s*\n|\n(?= *(?:[-*]|\d+\.) )/);
}

function sentencesOf(block: string): string[] {
  const text = block
    .replace(/^\s*(?:[-*>]|\d+\.) (?:\[.\] )?/, '')
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/`[^`]*`/g, 'X')
    .replaceAll(/\b\p{Lu}[\p{L}\d]*(?:,? (?:and |or )?\p{Lu}[\p{L}\d]*\b){2,}/gu, 'X')
    .replaceAll('**', '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return text.split(/(?<=[.!?]["”’)]*) (?=["“(]?[\p{Lu}\p{N}/])/u).filter((sentence) => wordsIn(sentence) > 1);
}

function wordsIn(sentence: string): number {
  return sentence.split(' ').filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

export function read(page: string): string {
  return readFileSync(new URL(page, root), 'utf8');
}

if (import.meta.main) {
  console.log('mean  longest  sentences  page');
  for (const page of pages()) {
    const { meanWords, longestWords, sentences, longest } = figuresOf(read(page));
    const columns = [meanWords.toFixed(1).padStart(4), `${longestWords}`.padStart(7), `${sentences}`.padStart(9)];
    console.log(`${columns.join('  ')}  ${page}`);
    if (longestWords > longestWordsMax) console.log(`      ${longest}`);
  }
}
