import { afterAll, describe, expect, inject, it } from 'vitest';
import { lifeOf } from '../support/book-life.ts';
import { serviceWith } from '../support/service-with.ts';
import { unusualDatabase } from '../support/unusual-database.ts';

const { url: serverUrl } = inject('database');

describe.skipIf(!serverUrl)('a book on a database whose settings are all unusual', () => {
  let drop: (() => Promise<void>) | undefined;
  afterAll(() => drop?.());
  const fakes = { text: true, speech: true } as const;
  const ordinary = serviceWith(fakes).own;
  const unusual = serviceWith(fakes, {}, async () => {
    const own = await unusualDatabase(serverUrl ?? '', `fabula_unusual_${process.pid}`);
    drop = own.drop;
    return { url: own.url };
  }).own;

  it('has the same life as on any other, through all faces, with picture and sound', async () => {
    const expected = await lifeOf(ordinary);
    expect(await lifeOf(unusual)).toEqual(expected);
    expect(expected.read.REST).toContain('“Not yet,” she said.');
    expect(Object.keys(expected.files)).toHaveLength(4);
  });
});
