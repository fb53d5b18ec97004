import { expect, it } from 'vitest';
import { bookOf, docxFiles } from '../support/book-files.ts';
import fc from '../support/fast-check.ts';
import { proof } from '../support/proofs.ts';
import { reviewedTexts } from '../support/reviewed-texts.ts';
import { paragraphsIn } from '../support/tracked.ts';

const documentOf = async (content: string, review?: object) => {
  const files = await docxFiles(bookOf([{ title: 'One', content, ...review } as never]));
  return files.get('word/document.xml') ?? '';
};

it('a document with tracked changes is the text if none is made, and the changed one if all are', async () => {
  await fc.assert(
    fc.asyncProperty(reviewedTexts, async ({ content, proposals, accepted }) => {
      const tracked = await documentOf(content, { review: { proposals, notes: [] } });
      expect(paragraphsIn(tracked, false)).toEqual(paragraphsIn(await documentOf(content), false));
      expect(paragraphsIn(tracked, true)).toEqual(paragraphsIn(await documentOf(accepted), false));
    }),
    { numRuns: proof(4, 150) },
  );
});
