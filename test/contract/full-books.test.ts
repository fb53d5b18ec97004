import { describe, expect, it } from 'vitest';
import { toServiceError } from '../../src/graphql/service-error.ts';
import { ownService, refusal } from '../support/faces.ts';

const own = ownService({ LIMIT_REQUESTS_PER_MINUTE: '0' });
const rest = own.face('REST');
const idFrom = (prefix: string, bookId: string) => `${prefix}_${bookId.slice(-22)}`;

/** A book with room for one more character and one more conflict. */
async function almostFull() {
  const bookId = await own.newBook();
  const { write } = own.running().database;
  await write`
    INSERT INTO character (account_id, book_id, id, name, aliases, role, bio, voice_profile, is_pov)
    SELECT account_id, id, ${idFrom('chr', bookId)} || right('000' || n, 4), 'N' || n, '{}', '', '', '', false FROM book, generate_series(1, 499) AS n WHERE id = ${bookId}`;
  const ends = [`${idFrom('chr', bookId)}0001`, `${idFrom('chr', bookId)}0002`];
  await write`
    INSERT INTO conflict (account_id, book_id, id, from_character_id, to_character_id, mutual, kind, description, intensity, status)
    SELECT account_id, id, ${idFrom('cfl', bookId)} || right('000' || n, 4), ${idFrom('chr', bookId)} || right('000' || (1 + n % 40), 4), ${idFrom('chr', bookId)} || right('000' || (50 + n / 40), 4), false, 'goal', 'X', 3, 'open'
    FROM book, generate_series(0, 1998) AS n WHERE id = ${bookId}`;
  return { bookId, ends };
}

const kinds = ['goal', 'value', 'loyalty', 'secret', 'power', 'rivalry', 'love', 'debt', 'ideology', 'other'];

describe('twenty concurrent additions to an almost full book (contract 6, 7)', () => {
  it.each([
    ['characters', 'createCharacter', 500, (nth: number) => ({ name: `Late ${nth}` })],
    [
      'conflicts',
      'addConflict',
      2000,
      (nth: number, [one, other]: string[]) => ({
        fromCharacterId: nth % 2 ? one : other,
        toCharacterId: nth % 2 ? other : one,
        mutual: false,
        kind: kinds[Math.floor(nth / 2)],
        description: 'Late.',
      }),
    ],
  ] as const)('add exactly one of the %s', async (list, field, max, inputOf) => {
    const { bookId, ends } = await almostFull();
    const made = await Promise.allSettled(
      Array.from({ length: 20 }, (_, nth) => rest(field, { bookId, input: inputOf(nth, ends) })),
    );
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await rest(list, { bookId })).toHaveLength(max);
    expect((await refusal(rest(field, { bookId, input: inputOf(19, ends) }))).code).toBe('invalid_state');
  });
});

it('a deadlock becomes a retryable unavailable error (contract 8)', () => {
  const deadlock = Object.assign(new Error('deadlock detected'), { code: '40P01' });
  expect(toServiceError(deadlock)).toMatchObject({ code: 'unavailable', details: { retry_after: 2 } });
});
