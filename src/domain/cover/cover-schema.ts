import DataLoader from 'dataloader';
import { notFound } from '../../errors.ts';
import { builder } from '../../graphql/builder.ts';
import { perOperation } from '../../graphql/context.ts';
import { Download, madeFile } from '../../graphql/download.ts';
import { enumOf } from '../../graphql/input.ts';
import { Book } from '../book/schema.ts';
import { bookById } from '../book/store.ts';
import { fileNameOf } from '../port/export.ts';
import { coverOf } from './cover.ts';
import { coverSize } from './draw.ts';
import * as rules from './rules.ts';
import * as store from './store.ts';

const CoverOrigin = enumOf('CoverOrigin', rules.coverOrigins, 'Where a picture comes from.', {
  generated: 'A model made it, without lettering: the title is set below it.',
  uploaded: 'The author’s own: it is the cover just as it is.',
});
const CoverFormat = enumOf('CoverFormat', rules.coverFormats, 'How a cover that is drawn or lettered here comes.', {
  svg: 'Sharp at every size; letters are set in the fonts of whoever looks at it.',
  png: 'Pixels, 1600 by 2560. A title in a script that our fonts lack, or a picture in WebP, stays an SVG.',
});

const pathOf = ({ bookId, id }: { bookId: string; id: string }) =>
  rules.picturePath.replace('{bookId}', bookId).replace('{coverId}', id);

export const Cover = builder.objectRef<store.Cover>('Cover').implement({
  description: 'A picture for the front of a book, to choose from. It stays until it is deleted.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Opaque, `cov_…`.' }),
    bookId: t.exposeID('bookId', { description: 'The book that it was made for.' }),
    origin: t.field({ type: CoverOrigin, description: 'Who made it.', resolve: ({ origin }) => origin }),
    url: t.string({
      description: 'Where to get the picture alone, as it came: GET with the header Authorization.',
      resolve: (cover, _args, { publicUrl }) => publicUrl() + pathOf(cover),
    }),
    mediaType: t.exposeString('mediaType', { description: 'What it is: PNG, JPEG or WebP, by its own bytes.' }),
    sizeBytes: t.exposeInt('sizeBytes', { description: 'Bytes of the picture.' }),
    width: t.exposeInt('width', { description: 'Pixels from left to right.' }),
    height: t.exposeInt('height', { description: 'Pixels from top to bottom.' }),
    sha256: t.exposeString('sha256', { description: 'SHA-256 of its bytes in hexadecimal.' }),
    prompt: t.exposeString('prompt', {
      nullable: true,
      description: 'What the author asked for; null where it was made from what the book says of itself.',
    }),
    model: t.exposeString('model', { nullable: true, description: 'The model that made it; null for an own picture.' }),
    runId: t.exposeID('runId', { nullable: true, description: 'The run that made it, with its cost.' }),
    isChosen: t.exposeBoolean('isChosen', { description: 'Whether it is the cover of its book now.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made or sent.' }),
  }),
});

interface OfBook {
  bookId: string;
  chosen: store.Cover | undefined;
}

const BookCover = builder.objectRef<OfBook>('BookCover').implement({
  description: 'What is on the front of a book: there is always something.',
  fields: (t) => ({
    url: t.string({
      description: 'Where to get it as a file: GET with the header Authorization.',
      resolve: ({ bookId }, _args, { publicUrl }) => publicUrl() + rules.coverPath.replace('{bookId}', bookId),
    }),
    mediaType: t.string({
      description: 'What that file is: SVG, unless it is the author’s own picture.',
      resolve: ({ chosen }) => (chosen?.origin === 'uploaded' ? chosen.mediaType : 'image/svg+xml'),
    }),
    width: t.int({
      description: 'Pixels from left to right.',
      resolve: ({ chosen }) => (chosen?.origin === 'uploaded' ? chosen.width : coverSize.width),
    }),
    height: t.int({
      description: 'Pixels from top to bottom.',
      resolve: ({ chosen }) => (chosen?.origin === 'uploaded' ? chosen.height : coverSize.height),
    }),
    isDrawn: t.boolean({
      description: 'True while no picture is chosen: it is drawn from title, subtitle, author and `coverColor`.',
      resolve: ({ chosen }) => chosen === undefined,
    }),
    picture: t.field({
      type: Cover,
      nullable: true,
      description: 'The chosen picture; null for the drawn cover.',
      resolve: ({ chosen }) => chosen,
    }),
  }),
});

const coversOf = perOperation(
  ({ read, caller }) =>
    new DataLoader(async (bookIds: readonly string[]) => {
      const covers = Map.groupBy(await store.coversOfBooks(read, caller.accountId, bookIds), ({ bookId }) => bookId);
      return bookIds.map((bookId) => covers.get(bookId) ?? []);
    }),
);
const complexity = { field: 1, multiplier: rules.coversMax / 3 };

builder.objectFields(Book, (t) => ({
  cover: t.field({
    type: BookCover,
    authScopes: { scope: 'books:read' },
    description: 'What is on its front: the chosen picture, else a drawn cover.',
    resolve: async ({ id }, _args, context) => {
      const covers = await coversOf(context).load(id);
      return { bookId: id, chosen: covers.find(({ isChosen }) => isChosen) };
    },
  }),
  covers: t.field({
    type: [Cover],
    authScopes: { scope: 'books:read' },
    complexity,
    description: 'The pictures to choose its cover from, oldest first.',
    resolve: ({ id }, _args, context) => coversOf(context).load(id),
  }),
}));

const bookId = { required: true, description: 'The book.' } as const;

builder.queryFields((t) => ({
  covers: t.field({
    type: [Cover],
    authScopes: { scope: 'books:read' },
    complexity,
    description: 'The pictures to choose a book’s cover from, oldest first.',
    args: { bookId: t.arg.id(bookId) },
    resolve: async (_root, { bookId }, { read, caller }) =>
      (await store.coversOfBook(read, { accountId: caller.accountId, bookId })) ?? notFound('book'),
  }),
  bookCover: t.field({
    type: Download,
    authScopes: { scope: 'books:read' },
    // It is drawn, and a picture may be 8 MB.
    complexity: 10_000,
    description:
      'What is on the front of a book, as a file: the chosen picture, a generated one with the title set below it, else a drawn cover. The same bytes for the same book.',
    args: {
      bookId: t.arg.id(bookId),
      format: t.arg({ type: CoverFormat, description: 'For a cover that is drawn or lettered here. Default: `svg`.' }),
    },
    resolve: async (_root, { bookId, ...asked }, context) => {
      const { format } = rules.coverOptions.parse({ format: asked.format ?? undefined });
      const file = await coverOf(context.sql, { accountId: context.caller.accountId, bookId }, format);
      if (!file) return notFound('book');
      const path = `${rules.coverPath.replace('{bookId}', bookId)}?format=${format}`;
      return madeFile(context, fileOf(file.title, file.mediaType, file.bytes), path);
    },
  }),
  coverPicture: t.field({
    type: Download,
    authScopes: { scope: 'books:read' },
    complexity: 5_000,
    description: 'One picture of a book as a file, alone and as it came, whether it is chosen or not.',
    args: { bookId: t.arg.id(bookId), coverId: t.arg.id({ required: true, description: 'The picture.' }) },
    resolve: async (_root, { bookId, coverId }, context) => {
      const key = { accountId: context.caller.accountId, bookId };
      const picture = (await store.pictureById(context.sql, key, coverId)) ?? notFound('cover');
      const title = (await bookById(context.sql, key))?.title ?? '';
      return madeFile(context, fileOf(title, picture.mediaType, picture.bytes), pathOf(picture));
    },
  }),
}));

function fileOf(title: string, mediaType: string, bytes: Uint8Array) {
  const extension = mediaType.replace(/^image\/(\w+).*$/, '$1').replace('jpeg', 'jpg');
  return { fileName: fileNameOf(title, extension), mediaType, pieces: [bytes] };
}
