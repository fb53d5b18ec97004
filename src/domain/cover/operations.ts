import { download, operation } from '../../operation.ts';
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

export const coverOperations = [
  operation(GenerateCoversDocument, {
    answer: 'generateCovers',
    statements: 11,
    body: ['input', coverRequest],
    variables: (input: object) => ({ waitSeconds: waitSecondsMax, ...input }),
    rest: `POST ${coverPath} 201`,
  }),
  download(GetBookCoverDocument, coverMediaTypes, {
    answer: 'bookCover',
    statements: 2,
    options: coverOptions,
    rest: `GET ${coverPath}`,
    summary: 'What is on the front of a book, as a file: the chosen picture, else a drawn cover.',
  }),
  operation(RemoveCoverChoiceDocument, { answer: 'removeCoverChoice', statements: 1, rest: `DELETE ${coverPath}` }),
  operation(ListCoversDocument, { answer: 'covers', statements: 1, rest: 'GET /v1/books/{bookId}/covers' }),
  operation(AddCoverDocument, {
    answer: 'addCover',
    statements: 5,
    body: ['input', newCover],
    reads: {
      // As JSON it is in base64, which is a third longer.
      bytesMax: Math.ceil((coverMegabytesMax * 4) / 3) * 1024 * 1024,
      types: {},
      files: Object.fromEntries(
        pictureMediaTypes.map((mediaType) => [mediaType, (bytes) => ({ base64: bytes.toString('base64') })]),
      ),
    },
    rest: 'POST /v1/books/{bookId}/covers 201',
  }),
  download(GetCoverPictureDocument, pictureMediaTypes, {
    answer: 'coverPicture',
    statements: 2,
    rest: `GET ${picturePath}`,
  }),
  operation(ChooseCoverDocument, { answer: 'chooseCover', statements: 3, rest: `POST ${picturePath}/choose` }),
  operation(DeleteCoverDocument, { answer: 'deleteCover', statements: 2, rest: `DELETE ${picturePath}` }),
];
