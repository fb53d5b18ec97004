import type { CoverFile } from '../../../making/cover/cover.ts';
import type { Pace } from '../pace.ts';
import type { BookProse } from './book-prose.ts';
import { epubStyle } from './book-style.ts';
import { container, packageOf } from './epub-package.ts';
import { chapterPage, navigation, titlePage } from './epub-pages.ts';
import { Archive } from './zip.ts';

/** Book as EPUB 3.3. The media type comes first and uncompressed, as the container format requires (OCF 3.3, 4.3). */
export async function* epubParts(prose: BookProse, pace: Pace, image: CoverFile): AsyncGenerator<Uint8Array> {
  const { book, chapters } = prose;
  const archive = new Archive(pace);
  const names = chapters.map((_, index) => `chapter-${String(index + 1).padStart(3, '0')}.xhtml`);
  const cover = { ...image, name: `cover.${image.mediaType.replace(/^image\/(\w+).*/, '$1')}` };
  yield* archive.file('mimetype', ['application/epub+zip'], { stored: true });
  yield* archive.file('META-INF/container.xml', [container]);
  yield* archive.file('EPUB/package.opf', [packageOf(prose, cover, names)]);
  yield* archive.file('EPUB/nav.xhtml', navigation(prose, names));
  yield* archive.file('EPUB/style.css', [epubStyle]);
  yield* archive.file(`EPUB/${cover.name}`, [cover.bytes], { stored: cover.mediaType !== 'image/svg+xml' });
  yield* archive.file('EPUB/title.xhtml', titlePage(prose));
  for (const [index, chapter] of chapters.entries())
    yield* archive.file(`EPUB/${names[index]}`, chapterPage(book, chapter, index));
  yield* archive.end();
}
