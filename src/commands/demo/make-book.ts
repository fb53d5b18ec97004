import { writeFile } from 'node:fs/promises';
import { CommandError, Interrupted, type Terminal } from '../command.ts';
import type { Api, Book, Chapter, Grade } from './api.ts';
import { isRehearsed, markdownOf, rehearsalNote, rehearsalSuffix, slugOf } from './markdown.ts';
import { Progress } from './progress.ts';
import { castFor, conflicts, premise as ownPremise, title as ownTitle, plan } from './story.ts';

/** Options of the demo. */
export interface DemoOptions {
  premise: string;
  chapters: number;
  out: string | undefined;
  /** A book to continue. */
  bookId: string | undefined;
  /** Speed of a rehearsal. */
  wordsPerSecond: number;
}

interface DemoJob {
  service: Api;
  /** The node that has a provider. */
  writer: Api;
  options: DemoOptions;
  terminal: Terminal;
  signal: AbortSignal;
  isRehearsal: boolean;
}

/** Makes the book. On any failure the text so far is saved, and the message says how to continue. */
export async function makeBook(work: DemoJob): Promise<void> {
  const { service, options, terminal, signal, isRehearsal } = work;
  const bookId = options.bookId ?? (await beginBook(work));
  const begun = await service.book(bookId);
  if (isRehearsal && !isRehearsed(begun))
    throw new CommandError(
      `"${begun.title}" was not begun as a rehearsal, and the server has no text provider to go on with it. Set OPENAI_API_KEY or OPENAI_BASE_URL there.`,
    );
  let fault: unknown;
  try {
    const { chapters } = begun.chapters.length > 0 ? begun : await outline(work, bookId);
    for (const chapter of chapters) await finishChapter(work, bookId, chapter, chapters.length);
  } catch (error) {
    fault = error;
  }
  const goOn = `Go on with: npm run demo -- --book ${bookId}${options.out ? ` --out ${options.out}` : ''}`;
  const saved = await save(service, bookId, options.out).catch((error: unknown) => {
    throw fault instanceof CommandError ? new CommandError(`${fault.message} ${goOn}`) : error;
  });
  for (const line of saved) terminal.out(line);
  if (signal.aborted) throw new Interrupted(`Stopped; what is written is kept. ${goOn}`);
  if (fault instanceof CommandError) throw new CommandError(`${fault.message} ${goOn}`);
  if (fault !== undefined) throw fault;
}

async function beginBook({ service, options, terminal, isRehearsal }: DemoJob): Promise<string> {
  const { premise, chapters } = options;
  const title = premise === ownPremise ? ownTitle : titleFrom(premise);
  const { id } = await service.createBook({
    title: isRehearsal ? title + rehearsalSuffix : title,
    premise,
    targetWords: Math.max(1000, chapters * 900),
  });
  terminal.err(`Book ${id} in ${service.url}`);
  await service.updatePlan(id, premise === ownPremise ? plan : { beatSheetTemplate: plan.beatSheetTemplate });
  const cast: string[] = [];
  for (const person of castFor(premise)) cast.push((await service.add(id, 'characters', person)).id);
  for (const { from, to, ...conflict } of conflicts)
    await service.add(id, 'conflicts', { ...conflict, fromCharacterId: cast[from], toCharacterId: cast[to] });
  terminal.err(`Plan, ${cast.length} characters and ${conflicts.length} conflicts.`);
  return id;
}

const variantsCompared = 2;

/** Generates two outlines, grades them and adopts the better one. */
async function outline({ service, writer, options, terminal, signal }: DemoJob, bookId: string): Promise<Book> {
  terminal.err(`Asking for ${variantsCompared} outlines to compare…`);
  const { variants } = await writer.outlines(bookId, { count: variantsCompared, chapterCount: options.chapters });
  const graded: { id: string; name: string; grade: Grade }[] = [];
  for (const [index, { id, chapters }] of variants.entries()) {
    const name = `Outline ${index + 1}`;
    terminal.err(`${name}: ${chapters.map(({ title }) => title).join(' · ')}`);
    const { grade } = await writer.grade(bookId, id);
    terminal.err(`  ${grade.score} of 100, ${grade.band}. ${grade.findings[0]?.fix ?? 'Nothing found.'}`);
    graded.push({ id, name, grade });
    signal.throwIfAborted();
  }
  const [best] = graded.sort((one, other) => other.grade.score - one.grade.score);
  if (!best) throw new CommandError('The provider made no outline.');
  await writer.adopt(bookId, best.id);
  terminal.err(`${best.name} is the book’s now; the other stays beside it.`);
  return service.book(bookId);
}

/** First words of a premise, as a working title. */
function titleFrom(premise: string): string {
  return premise
    .split(/\s+/)
    .slice(0, 6)
    .join(' ')
    .replace(/[^\p{L}\p{N}]+$/u, '')
    .slice(0, 150);
}

/** Writes a chapter to its end, in as many runs as needed; each continues where the last stopped. */
async function finishChapter(
  { writer, terminal, signal }: DemoJob,
  bookId: string,
  chapter: Chapter,
  count: number,
): Promise<void> {
  if (chapter.status === 'complete' || signal.aborted) return;
  const progress = new Progress(terminal, `${chapter.order}/${count} ${chapter.title}`);
  for (;;) {
    let wrote = false;
    const run = writer.write(bookId, chapter.id);
    let next = await run.next();
    for (; !next.done; next = await run.next()) {
      wrote ||= next.value !== '';
      progress.add(next.value);
    }
    if (next.value === 'completed') return progress.end('');
    if (signal.aborted) return progress.end(', stopped');
    if (next.value === 'cancelled') throw new CommandError('Somebody cancelled the run.');
    if (!wrote) throw new CommandError('The provider had no more text within the time of a run.');
  }
}

async function save(service: Api, bookId: string, out: string | undefined): Promise<string[]> {
  const book = await service.book(bookId);
  const file = out ?? `./demo-${slugOf(book.title)}.md`;
  const epubFile = `${file.replace(/\.(md|markdown|txt)$/i, '')}.epub`;
  await saveAs(file, markdownOf(book));
  await saveAs(epubFile, await service.epub(bookId));
  const done = book.chapters.filter(({ status }) => status === 'complete').length;
  return [
    `"${book.title}": ${done} of ${book.chapters.length} chapters, ${book.wordCount} words, ${book.status}.`,
    ...(isRehearsed(book) ? [rehearsalNote] : []),
    `Saved as ${file}`,
    `Saved as ${epubFile}`,
    `In the service: ${service.url}/v1/books/${bookId}?include=content`,
  ];
}

async function saveAs(file: string, content: string | Uint8Array): Promise<void> {
  await writeFile(file, content).catch((error: unknown) => {
    throw new CommandError(`${file} cannot be written (${error instanceof Error ? error.message : error}).`);
  });
}
