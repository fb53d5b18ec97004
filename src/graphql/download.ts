import { createHash } from 'node:crypto';
import { builder } from './builder.ts';
import type { Context } from './context.ts';
import type { MadeFile } from './made-file.ts';

export const Download = builder.objectRef<MadeFile>('Download').implement({
  description: 'A file that can be downloaded with the same key.',
  fields: (t) => ({
    url: t.string({
      description: 'URL: GET with the header Authorization. The ETag is the hash.',
      resolve: ({ path }, _args, { publicUrl }) => publicUrl() + path,
    }),
    fileName: t.exposeString('fileName', { description: 'A name that is valid in every file system.' }),
    mediaType: t.exposeString('mediaType', { description: 'Media type, such as `text/markdown; charset=utf-8`.' }),
    sizeBytes: t.exposeInt('sizeBytes', { description: 'Uncompressed size in bytes.' }),
    sha256: t.exposeString('sha256', {
      description: 'SHA-256 of its bytes in hexadecimal, for caching.',
    }),
    altText: t.exposeString('altText', {
      nullable: true,
      description: 'Text alternative of a picture; null for other files.',
    }),
  }),
});

/** Describes a file and passes it to the face that serves it, if any. */
export function madeFile(
  { takeFile }: Context,
  file: Omit<MadeFile, 'sizeBytes' | 'sha256' | 'path'>,
  path: string,
): MadeFile {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  for (const piece of file.pieces) {
    hash.update(piece);
    sizeBytes += piece.length;
  }
  const made = { ...file, path, sizeBytes, sha256: hash.digest('hex') };
  takeFile?.(made);
  return made;
}

/** Passes a stored file to the face that serves it, if any. */
export function storedFile(
  { takeFile }: Context,
  file: Omit<MadeFile, 'pieces'> & Required<Pick<MadeFile, 'read'>>,
): MadeFile {
  const made = { ...file, pieces: [] };
  takeFile?.(made);
  return made;
}
