import { download } from '../../../operation.ts';
import {
  BeatsPictureDocument,
  BookPictureDocument,
  ConflictsPictureDocument,
  RelationshipsPictureDocument,
} from './operations.gen.ts';
import { type BookPicture, pictureChoice, pictureMediaTypes, picturePath, pictureRequest } from './rules.ts';

const mediaTypes = Object.values(pictureMediaTypes);

const faces = (picture: BookPicture, summary: string) => ({
  answer: 'bookPicture' as const,
  statements: 3,
  options: pictureRequest,
  rest: `GET ${picturePath('{bookId}', picture)}`,
  summary,
});

export const pictureOperations = [
  download(
    ConflictsPictureDocument,
    mediaTypes,
    faces('conflicts', 'The conflict matrix as a picture: who feels what towards whom.'),
  ),
  download(
    RelationshipsPictureDocument,
    mediaTypes,
    faces('relationships', 'The cast as a picture, joined by their conflicts.'),
  ),
  download(
    BeatsPictureDocument,
    mediaTypes,
    faces('beats', 'The beat sheet against the chapters as a picture: where beats belong, and who carries them.'),
  ),
  download(BookPictureDocument, mediaTypes, {
    answer: 'bookPicture',
    statements: 3,
    options: pictureChoice,
    summary: 'A picture of a book, to look at.',
    tool: {
      name: 'get_book_picture',
      feature: 'books',
      description:
        'See a book: `conflicts` (matrix), `relationships` (graph of the cast) or `beats` (against chapters). The image, the same in words, and its link.',
      shows: true,
    },
  }),
];
