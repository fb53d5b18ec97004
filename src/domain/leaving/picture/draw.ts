import { type Medium, renderableText } from '../../../drawing/lettering.ts';
import { pngOf } from '../../../drawing/png.ts';
import { type Drawing, type Svg, svgOf } from '../../../drawing/svg.ts';
import type { Sql } from '../../../sql/connect.ts';
import { type BookKey, bookById } from '../../story/book/store.ts';
import { characterRoster } from '../../story/character/store.ts';
import { conflictRoster } from '../../story/conflict/store.ts';
import { findBeatSheet } from '../../story/plan/beats.ts';
import { planOfBook } from '../../story/plan/store.ts';
import { chaptersOfBook } from '../../text/chapter/store.ts';
import { drawBeats } from './beats.ts';
import { picturedCast } from './cast.ts';
import { drawMatrix } from './matrix.ts';
import { drawRelationships } from './relationships.ts';
import { type BookPicture, type PictureRequest, peopleShownMax, pictureMediaTypes, pngSideMax } from './rules.ts';

interface DrawnPicture {
  mediaType: string;
  pieces: Uint8Array[];
  bookTitle: string;
  /** Text alternative of the whole picture. */
  altText: string;
}

/** Draws a picture of a book, deterministically; undefined if there is no such book. */
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
  // A PNG cannot follow the viewer's colour scheme.
  const svg = svgOf(drawing, format === 'png' && theme === 'auto' ? 'light' : theme);
  const bytes = format === 'png' ? await pngOf(svg.text, pngWidth(svg)) : Buffer.from(svg.text);
  return { mediaType: pictureMediaTypes[format], pieces: [bytes], bookTitle, altText };
}

/** Twice the size for sharp text, within the limit of either side. */
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
    const titles = chapters.map(({ title }) => renderableText(title, medium));
    return { drawing: drawBeats(headingOf(book.title, medium), sheet, chapters, titles), bookTitle: book.title };
  },
};

/** Adapts the drawings of cast and conflicts. */
function ofCast(draw: typeof drawMatrix | typeof drawRelationships): Drawer {
  return async (sql, key, medium) => {
    const [book, characters, conflicts] = await Promise.all([
      bookById(sql, key),
      characterRoster.ofBook(sql, key, characterRoster.columns.all),
      conflictRoster.ofBook(sql, key, conflictRoster.columns.all),
    ]);
    if (!book || !characters || !conflicts) return undefined;
    const company = picturedCast(characters, conflicts, peopleShownMax, medium);
    return { drawing: await draw(headingOf(book.title, medium), company, conflicts), bookTitle: book.title };
  };
}

function headingOf(title: string, medium: Medium): string {
  return renderableText(title, medium) || 'The book';
}
