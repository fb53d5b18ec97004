import { legible, type Medium } from '../../drawing/lettering.ts';
import { pngOf } from '../../drawing/png.ts';
import { type Drawing, type Svg, svgOf } from '../../drawing/svg.ts';
import type { Sql } from '../../sql/connect.ts';
import { type BookKey, bookById } from '../book/store.ts';
import { chaptersOfBook } from '../chapter/store.ts';
import { charactersOfBook } from '../character/store.ts';
import { conflictsOfBook } from '../conflict/store.ts';
import { findBeatSheet } from '../plan/beats.ts';
import { planOfBook } from '../plan/store.ts';
import { drawBeats } from './beats.ts';
import { companyOf } from './cast.ts';
import { drawMatrix } from './matrix.ts';
import { drawRelationships } from './relationships.ts';
import { type BookPicture, type PictureRequest, peopleShownMax, pictureMediaTypes, pngSideMax } from './rules.ts';

export interface DrawnPicture {
  mediaType: string;
  pieces: Uint8Array[];
  bookTitle: string;
  /** The whole picture in words. */
  altText: string;
}

/** A picture of a book as it stands, the same bytes for the same book; undefined when there is no such book. */
export async function drawPicture(
  sql: Sql,
  key: BookKey,
  picture: BookPicture,
  { format, theme }: PictureRequest,
): Promise<DrawnPicture | undefined> {
  const drawn = await drawers[picture](sql, key, format);
  if (!drawn) return undefined;
  const { drawing, bookTitle } = drawn;
  const altText = `${drawing.heading}. ${drawing.subheading}. ${drawing.words}`;
  // A PNG cannot follow its reader’s system.
  const svg = svgOf(drawing, format === 'png' && theme === 'auto' ? 'light' : theme);
  const bytes = format === 'png' ? await pngOf(svg.text, pngWidth(svg)) : Buffer.from(svg.text);
  return { mediaType: pictureMediaTypes[format], pieces: [bytes], bookTitle, altText };
}

/** Twice its size, so that letters are crisp, as long as neither side grows beyond the limit. */
function pngWidth({ width, height }: Svg): number {
  return Math.round(Math.min(width * 2, pngSideMax, (pngSideMax / height) * width));
}

type Drawer = (sql: Sql, key: BookKey, medium: Medium) => Promise<{ drawing: Drawing; bookTitle: string } | undefined>;

const drawers: Readonly<Record<BookPicture, Drawer>> = {
  conflicts: ofCast(drawMatrix),
  relationships: ofCast(drawRelationships),
  beats: async (sql, key, medium) => {
    const [book, plan, chapters] = await Promise.all([
      bookById(sql, key),
      planOfBook(sql, key),
      chaptersOfBook(sql, key),
    ]);
    if (!book || !plan || !chapters) return undefined;
    const sheet = plan.beatSheetTemplate ? findBeatSheet(plan.beatSheetTemplate) : undefined;
    const titles = chapters.map(({ title }) => legible(title, medium));
    return { drawing: drawBeats(headingOf(book.title, medium), sheet, chapters, titles), bookTitle: book.title };
  },
};

/** What is drawn of cast and conflicts. */
function ofCast(draw: typeof drawMatrix | typeof drawRelationships): Drawer {
  return async (sql, key, medium) => {
    const [book, characters, conflicts] = await Promise.all([
      bookById(sql, key),
      charactersOfBook(sql, key),
      conflictsOfBook(sql, key),
    ]);
    if (!book || !characters || !conflicts) return undefined;
    const company = companyOf(characters, conflicts, peopleShownMax, medium);
    return { drawing: await draw(headingOf(book.title, medium), company, conflicts), bookTitle: book.title };
  };
}

function headingOf(title: string, medium: Medium): string {
  return legible(title, medium) || 'The book';
}
