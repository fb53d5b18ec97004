import { createHash } from 'node:crypto';
import { builder } from './builder.ts';
import type { Context, MadeFile } from './context.ts';

export const Download = builder.objectRef<MadeFile>('Download').implement({
  description: 'A file, ready to be fetched with the same key.',
  fields: (t) => ({
    url: t.string({
      description: 'Where to get it: GET with the header Authorization. The answer’s ETag is the hash.',
      resolve: ({ path }, _args, { publicUrl }) => publicUrl() + path,
    }),
    fileName: t.exposeString('fileName', { description: 'A name that every file system takes.' }),
    mediaType: t.exposeString('mediaType', { description: 'What it is, such as `text/markdown; charset=utf-8`.' }),
    sizeBytes: t.exposeInt('sizeBytes', { description: 'Bytes of the file as it is sent, uncompressed.' }),
    sha256: t.exposeString('sha256', {
      description: 'SHA-256 of its bytes in hexadecimal: equal for equal files, so that nothing is fetched twice.',
    }),
    altText: t.exposeString('altText', {
      nullable: true,
      description: 'All that a picture shows, in words, for those who do not see it. Null for other files.',
    }),
  }),
});

/** Weighs a file and hands it to the face that serves it, if that is who asks. */
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

/** Hands a file that lies somewhere already to the face that serves it, if that is who asks. */
export function storedFile(
  { takeFile }: Context,
  file: Omit<MadeFile, 'pieces'> & Required<Pick<MadeFile, 'read'>>,
): MadeFile {
  const made = { ...file, pieces: [] };
  takeFile?.(made);
  return made;
}
