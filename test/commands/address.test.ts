import { expect, it } from 'vitest';
import { cannotListen, tryAddress } from '../../src/commands/address.ts';
import { UsageError } from '../../src/commands/command.ts';

it.each([
  ['a foreign address', { host: '192.0.2.1', port: 4000 }, 'HOST: cannot listen on 192.0.2.1 (EADDRNOTAVAIL)'],
  ['an unknown host name', { host: 'nobody.invalid', port: 4000 }, 'HOST: cannot listen on nobody.invalid'],
])('%s is reported with the variable name', async (_what, address, message) => {
  const refused = await tryAddress(address).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(UsageError);
  expect(refused).toMatchObject({ message: expect.stringContaining(message) });
});

it('a lost database connection is not reported as a HOST error', () => {
  const lost = Object.assign(new Error('gone'), { code: 'CONNECTION_CLOSED' });
  expect(cannotListen(lost, { host: '127.0.0.1', port: 4000 })).toBe(lost);
});
