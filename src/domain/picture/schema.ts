import { notFound } from '../../errors.ts';
import { builder } from '../../graphql/builder.ts';
import { Download, madeFile } from '../../graphql/download.ts';
import { enumOf } from '../../graphql/input.ts';
import { Book } from '../book/schema.ts';
import { fileNameOf } from '../port/export.ts';
import { drawPicture } from './draw.ts';
import * as rules from './rules.ts';

const BookPicture = enumOf('BookPicture', rules.bookPictures, 'What of a book can be seen at a glance.', {
  conflicts: 'A matrix: who feels what towards whom, how strongly, and how far it has come.',
  relationships: 'The cast, joined by their conflicts.',
  beats: 'The beats of the plan’s sheet against the chapters, and which are missing.',
});

const PictureFormat = enumOf('PictureFormat', rules.pictureFormats, 'What a picture is made as.', {
  svg: 'Sharp at every size, with words for those who do not see it.',
  png: 'For whoever cannot show SVG; the longer side is at most 2000 pixels.',
});

const PictureTheme = enumOf('PictureTheme', rules.pictureThemes, 'The colours of a picture.', {
  auto: 'Light or dark, as the reader’s system prefers; as PNG light.',
  light: 'Dark on light.',
  dark: 'Light on dark.',
});

builder.queryFields((t) => ({
  bookPicture: t.field({
    type: Download,
    authScopes: { scope: 'books:read' },
    // Drawing costs as much as reading some thousand fields.
    complexity: 5_000,
    description: 'A picture of a book as it stands, to be fetched; the same bytes for the same book.',
    args: {
      bookId: t.arg.id({ required: true, description: 'The book.' }),
      picture: t.arg({ type: BookPicture, required: true, description: 'Which one.' }),
      format: t.arg({ type: PictureFormat, description: 'Default: `svg`.' }),
      theme: t.arg({ type: PictureTheme, description: 'Default: `auto`.' }),
    },
    resolve: async (_root, { bookId, picture, ...asked }, context) => {
      const request = rules.pictureRequest.parse({
        format: asked.format ?? undefined,
        theme: asked.theme ?? undefined,
      });
      const drawn = await drawPicture(context.read, { accountId: context.caller.accountId, bookId }, picture, request);
      if (!drawn) return notFound('book');
      const { bookTitle, ...file } = drawn;
      const fileName = fileNameOf(`${bookTitle} ${picture}`, request.format);
      const path = `${rules.picturePath(bookId, picture)}?format=${request.format}&theme=${request.theme}`;
      return madeFile(context, { ...file, fileName, isShown: true }, path);
    },
  }),
}));

const BookPictures = builder.objectRef<{ id: string }>('BookPictures').implement({
  description:
    'Where the pictures of a book are, as SVG: GET with the same key; `?format=png` and `?theme=dark` change them.',
  fields: (t) => ({
    conflicts: t.string({
      description: 'The conflict matrix.',
      resolve: ({ id }, _args, { publicUrl }) => publicUrl() + rules.picturePath(id, 'conflicts'),
    }),
    relationships: t.string({
      description: 'The cast, joined by their conflicts.',
      resolve: ({ id }, _args, { publicUrl }) => publicUrl() + rules.picturePath(id, 'relationships'),
    }),
    beats: t.string({
      description: 'The beats against the chapters.',
      resolve: ({ id }, _args, { publicUrl }) => publicUrl() + rules.picturePath(id, 'beats'),
    }),
  }),
});

builder.objectField(Book, 'pictures', (t) =>
  t.field({
    type: BookPictures,
    authScopes: { scope: 'books:read' },
    description: 'Links to its pictures; nothing is drawn for asking.',
    resolve: ({ id }) => ({ id }),
  }),
);
