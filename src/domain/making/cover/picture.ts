import { createHash } from 'node:crypto';
import { invalidRequest, invalidState, notFound } from '../../../errors.ts';
import { newId } from '../../../ids/id.ts';
import { type Picture, pictureOf, pictureSideMax } from '../../../providers/picture.ts';
import type { Sql } from '../../../sql/connect.ts';
import { type BookKey, bookById } from '../../story/book/store.ts';
import { type CoverOrigin, coverMegabytesMax, coversMax, type NewCover } from './rules.ts';
import { addUploaded, type Cover, type NewPicture } from './store.ts';

/** Prepares a picture for storage. */
export function newPicture(picture: Picture, origin: CoverOrigin, prompt: string | null): NewPicture {
  const sha256 = createHash('sha256').update(picture.bytes).digest('hex');
  return { ...picture, id: newId('cov'), origin, prompt, sha256 };
}

/** Stores an uploaded picture. Its type is detected from the bytes. */
export async function addCover(sql: Sql, key: BookKey, { base64 }: NewCover): Promise<Cover> {
  const picture = pictureOf(Buffer.from(base64, 'base64'));
  if (!picture) throw invalidRequest([{ path: 'base64', message: notPicture }]);
  const kept = await addUploaded(sql, key, newPicture(picture, 'uploaded', null));
  if (kept) return kept;
  if (!(await bookById(sql, key))) notFound('book');
  return invalidState(`A book keeps at most ${coversMax} pictures. Delete one first.`);
}

const notPicture = `is not a complete PNG, JPEG or WebP of at most ${coverMegabytesMax} MB and ${pictureSideMax} pixels a side. Convert or shrink the picture.`;
