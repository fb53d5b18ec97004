import { notFound } from '../../../errors.ts';
import { bookId } from '../../../graphql/arguments.ts';
import { builder } from '../../../graphql/builder.ts';
import { Download, madeFile } from '../../../graphql/download.ts';
import { fileNameOf } from '../../../graphql/file-name.ts';
import { enumOf } from '../../../graphql/input.ts';
import { Book } from '../../story/book/schema.ts';
import { drawPicture } from './draw.ts';
import * as rules from './rules.ts';

const BookPicture = enumOf('BookPicture', rules.bookPictures, 'What a picture of a book shows.', {
  conflicts: 'Conflict matrix: kind, intensity and status of each conflict.',
  relationships: 'The cast, joined by their conflicts.',
  beats: 'Which chapters carry the beats of the plan’s sheet, and which beats are missing.',
});

const PictureFormat = enumOf('PictureFormat', rules.pictureFormats, 'File format of a picture.', {
  svg: 'Sharp at every size, with a text alternative.',
  png: 'For clients without SVG; the longer side has at most 2000 pixels.',
});

const PictureTheme = enumOf('PictureTheme', rules.pictureThemes, 'The colours of a picture.', {
  auto: 'Light or dark by the reader’s system setting; always light as PNG.',
  light: 'Dark on light.',
  dark: 'Light on dark.',
});

builder.queryFields((t) => ({
  bookPicture: t.field({
    type: Download,
    authScopes: { scope: 'books:read' },
    // Drawing costs as much as reading some thousand fields.
    complexity: 5_000,
    description: 'A picture of the current book for download. The same book gives the same bytes.',
    args: {
      bookId: t.arg.id(bookId),
      picture: t.arg({ type: BookPicture, required: true, description: 'Which picture to draw.' }),
      format: t.arg({ type: PictureFormat, description: 'Default: `svg`.' }),
      theme: t.arg({ type: PictureTheme, description: 'Default: `auto`.' }),
    },
    resolve: async (_root, { bookId, picture, ...options }, context) => {
      const request = rules.pictureRequest.parse({
        format: options.format ?? undefined,
        theme: options.theme ?? undefined,
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
    'URLs of the pictures of a book, as SVG: GET with the same key. `?format=png` and `?theme=dark` select another form.',
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
      description: 'Which chapters carry which beats.',
      resolve: ({ id }, _args, { publicUrl }) => publicUrl() + rules.picturePath(id, 'beats'),
    }),
  }),
});

builder.objectField(Book, 'pictures', (t) =>
  t.field({
    type: BookPictures,
    authScopes: { scope: 'books:read' },
    description: 'Links to its pictures; reading them draws nothing.',
    resolve: ({ id }) => ({ id }),
  }),
);
