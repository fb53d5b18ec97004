import { record } from '../../../record.ts';

export const coverRecord = record({
  name: 'cover',
  type: 'Cover',
  table: 'cover',
  prefix: 'cov',
  parent: 'book',
  export: { none: 'Pictures are not part of the document.' },
  search: { none: 'It is a picture.' },
  events: {
    own: {
      created: 'A cover picture was generated or uploaded.',
      chosen: 'Another picture is the cover; without an id, the drawn cover is.',
      deleted: 'A picture was deleted.',
    },
  },
  staleness: { none: 'A cover is not an input.' },
  space: { cover: 'pictures' },
});
