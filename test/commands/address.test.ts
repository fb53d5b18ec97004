import { expect, it } from 'vitest';
import { cannotListen, tryAddress } from '../../src/commands/address.ts';
import { UsageError } from '../../src/commands/command.ts';

it.each([
  ['another machine’s address', { host: '192.0.2.1', port: 4000 }, 'HOST: cannot listen on 192.0.2.1 (EADDRNOTAVAIL)'],
  ['a name that nobody has', { host: 'nobody.invalid', port: 4000 }, 'HOST: cannot listen on nobody.invalid'],
])('%s is a mistake that names the variable', async (_what, address, message) => {
  const refused = await tryAddress(address).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(UsageError);
  expect(refused).toMatchObject({ message: expect.stringContaining(message) });
});

it('a database that goes away while the port is taken is not the fault of HOST', () => {
  const lost = Object.assign(new Error('gone'), { code: 'CONNECTION_CLOSED' });
  expect(cannotListen(lost, { host: '127.0.0.1', port: 4000 })).toBe(lost);
});
