import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { coverWith } from '../../src/domain/making/cover/cover.ts';
import { bookOf, docxBytes, epubBytes } from '../support/book-files.ts';
import fc from '../support/fast-check.ts';
import { Office } from '../support/office.ts';
import { proof } from '../support/proofs.ts';
import { proseShapes } from '../support/prose-shapes.ts';
import { reviewedTexts } from '../support/reviewed-texts.ts';

const run = promisify(execFile);
const timeout = 600_000;
const jar = process.env.EPUBCHECK ?? '/usr/share/java/epubcheck.jar';
const seed = fc.readConfigureGlobal().seed ?? 1;

const title = fc
  .array(fc.constantFrom('Rain', '& <i>', ']]>', '🌩️', 'שלום', 'e\u0301\u0323', '漢字', '"', "'", '\u0007'), {
    minLength: 1,
  })
  .map((parts) => parts.join(' '));
const books = fc.array(fc.record({ title, shape: proseShapes }), { minLength: 1, maxLength: 5 });

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fabula-readers-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const wordsIn = (xml: string) => xml.replace(/<[^>]*>/g, '').match(/w\d+w/g) ?? [];

// Programs of others, which only `npm run proofs` needs: the Debian packages epubcheck and libreoffice-writer-nogui.
describe.runIf(proof(false, true))('files of random books', () => {
  it('are valid for epubcheck', { timeout }, async () => {
    for (const [index, chapters] of fc.sample(books, { numRuns: 50, seed }).entries()) {
      const prose = bookOf(chapters.map(({ title, shape }) => ({ title, content: shape.markdown })));
      const file = join(folder, `${index}.epub`);
      await writeFile(file, await epubBytes(prose, await coverWith(prose.book, 'png', undefined)));
      const { stdout, stderr } = await run('java', [
        '-XX:TieredStopAtLevel=1',
        '-Xshare:auto',
        '-jar',
        jar,
        file,
      ]).catch((failed) => failed);
      expect(stdout + stderr).toContain('0 fatals / 0 errors / 0 warnings / 0 infos');
    }
  });

  it('open in LibreOffice with all words, footnotes apart', { timeout }, async () => {
    for (const [index, chapters] of fc.sample(books, { numRuns: 10, seed }).entries()) {
      const name = join(folder, String(index));
      await writeFile(
        `${name}.docx`,
        await docxBytes(bookOf(chapters.map(({ shape }) => ({ title: 'One', content: shape.markdown })))),
      );
      await run('soffice', [
        `-env:UserInstallation=file://${folder}/office`,
        '--headless',
        '--convert-to',
        'fodt',
        '--outdir',
        folder,
        `${name}.docx`,
      ]);
      const opened = await readFile(`${name}.fodt`, 'utf8');
      const notes = opened.match(/<text:note-body>.*?<\/text:note-body>/gs) ?? [];
      expect(wordsIn(opened.replace(/<text:note .*?<\/text:note>/gs, ''))).toEqual(
        chapters.flatMap(({ shape }) => shape.body),
      );
      expect(notes.flatMap(wordsIn)).toEqual(chapters.flatMap(({ shape }) => shape.notes.flat()));
    }
  });

  it('are the changed texts when LibreOffice accepts all tracked changes', { timeout }, async () => {
    const samples = fc.sample(reviewedTexts, { numRuns: 200, seed });
    const reviewed = await mkdtemp(join(folder, 'reviewed-'));
    for (const [index, { content, proposals }] of samples.entries()) {
      const chapter = { title: 'One', content, review: { proposals, notes: [] } };
      await writeFile(join(reviewed, `${index}.docx`), await docxBytes(bookOf([chapter])));
    }
    const names = samples.map((_sample, index) => `${index}.docx`);
    const shown = (text: string) => text.split(/\n\s*\n/).flatMap((one) => (one === '***' ? '#' : one || []));
    const texts = await (await Office.in(folder)).accepted(reviewed, names);
    expect(texts.map((lines) => lines.slice(lines.indexOf('One') + 1))).toEqual(
      samples.map(({ accepted }) => shown(accepted)),
    );
  });
});

it('a short book is a file of both formats', async () => {
  const prose = bookOf([{ title: 'One', content: 'Rain.' }]);
  expect((await docxBytes(prose)).subarray(0, 2).toString()).toBe('PK');
  expect((await epubBytes(prose)).subarray(30, 38).toString()).toBe('mimetype');
});
