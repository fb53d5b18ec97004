import { z } from 'zod';
import { download, operation } from '../../../operation.ts';
import { waitSecondsMax as callSecondsMax } from '../../calls/run/rules.ts';
import {
  AddCoverDocument,
  ChooseCoverDocument,
  DeleteCoverDocument,
  GenerateCoversDocument,
  GetBookCoverDocument,
  GetCoverPictureDocument,
  ListCoversDocument,
  RemoveCoverChoiceDocument,
} from './operations.gen.ts';
import {
  coverMediaTypes,
  coverMegabytesMax,
  coverOptions,
  coverPath,
  coverRequest,
  newCover,
  pictureMediaTypes,
  picturePath,
  waitSecondsMax,
} from './rules.ts';

/** Agents get an answer within a minute and ask again; a REST call waits for the end. */
const forAgents = z.strictObject({
  waitSeconds: z
    .int()
    .min(0)
    .max(callSecondsMax)
    .default(callSecondsMax)
    .describe(`How long to wait for the end, seconds, at most and by default ${callSecondsMax}.`),
});

export const coverOperations = [
  operation(GenerateCoversDocument, {
    answer: 'generateCovers',
    isPaid: true,
    statements: 12,
    body: ['input', coverRequest],
    example: { prompt: 'A ferry in fog, seen from the shore.', count: 1 },
    variables: (input: object) => ({ waitSeconds: waitSecondsMax, ...input }),
    rest: `POST ${coverPath} 201`,
    tool: {
      name: 'generate_covers',
      feature: 'books',
      options: forAgents,
      withoutProvider: 'Without one, add_cover takes a picture of the author, and get_book_cover has a drawn cover.',
      description: `Have the instance's model make pictures for the front of a book. While the run's state is \`running\`, call get_generation with its id, then list_covers, and choose_cover for the best.`,
    },
  }),
  download(GetBookCoverDocument, coverMediaTypes, {
    answer: 'bookCover',
    statements: 2,
    options: coverOptions,
    rest: `GET ${coverPath}`,
    summary: 'What is on the front of a book, as a file: the chosen picture, else a drawn cover.',
    tool: {
      name: 'get_book_cover',
      feature: 'books',
      description:
        'A link to what is on the front of a book: the chosen picture, else a drawn cover. GET it with the same key.',
    },
  }),
  operation(RemoveCoverChoiceDocument, {
    answer: 'removeCoverChoice',
    statements: 1,
    rest: `DELETE ${coverPath}`,
    tool: {
      name: 'remove_cover_choice',
      feature: 'books',
      description: 'Put the drawn cover on the front of a book again. No picture is deleted.',
    },
  }),
  operation(ListCoversDocument, {
    answer: 'covers',
    statements: 1,
    rest: 'GET /v1/books/{bookId}/covers',
    tool: {
      name: 'list_covers',
      feature: 'books',
      description: 'The pictures that can be on the front of a book, with links, and which of them is chosen.',
    },
  }),
  operation(AddCoverDocument, {
    answer: 'addCover',
    statements: 5,
    body: ['input', newCover],
    example: {
      base64: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    },
    reads: {
      // JSON carries base64, which is a third longer.
      bytesMax: Math.ceil((coverMegabytesMax * 4) / 3) * 1024 * 1024,
      types: {},
      files: Object.fromEntries(
        pictureMediaTypes.map((mediaType) => [mediaType, (bytes) => ({ base64: bytes.toString('base64') })]),
      ),
    },
    rest: 'POST /v1/books/{bookId}/covers 201',
    tool: {
      name: 'add_cover',
      feature: 'books',
      description:
        'Upload a picture for the front of a book (PNG, JPEG or WebP as base64). It becomes the chosen cover.',
    },
  }),
  download(GetCoverPictureDocument, pictureMediaTypes, {
    answer: 'coverPicture',
    statements: 2,
    rest: `GET ${picturePath}`,
    tool: {
      name: 'get_cover_picture',
      feature: 'books',
      description: 'A link to one cover picture of a book, by its id from list_covers. GET it with the same key.',
    },
  }),
  operation(ChooseCoverDocument, {
    answer: 'chooseCover',
    statements: 3,
    rest: `POST ${picturePath}/choose`,
    tool: {
      name: 'choose_cover',
      feature: 'books',
      description: 'Put one of the pictures from list_covers on the front of a book, with its title on it.',
    },
  }),
  operation(DeleteCoverDocument, {
    answer: 'deleteCover',
    statements: 2,
    rest: `DELETE ${picturePath}`,
    tool: {
      name: 'delete_cover',
      feature: 'books',
      description: 'Delete a cover picture for good. If it was the chosen one, the drawn cover takes its place.',
    },
  }),
];
