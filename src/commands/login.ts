import { newSignInCode } from '../domain/story/account/sign-in.ts';
import { type Command, readOptions } from './command.ts';
import { describeDatabase, existingAccount, openExisting } from './existing-database.ts';
import { browserUrl } from './service-url.ts';

export const login: Command = {
  summary: 'print a sign-in link for a browser',
  help: `npm run -s login [-- --account NAME --desk]

Prints a link that signs a browser in to the running service. It works once, within 10 minutes.
  --account NAME    whose books; default: the account "author", or the only one there is
  --desk            leads to the writing desk (the example editor); "npm run editor" does the same
The browser then has a key of its own: 12 hours, or 60 minutes without use. "Sign out" revokes it.
PUBLIC_URL, or HOST and PORT, say where the service is; FABULA_URL comes before both.`,
  async run({ args, config, log, terminal }) {
    const { account: name, desk } = readOptions('login', args, {
      account: { type: 'string' },
      desk: { type: 'boolean' },
    });
    const url = browserUrl(config, terminal.env);
    const database = await openExisting(config, log);
    try {
      const account = await existingAccount(database.write, name);
      const code = await newSignInCode(database.write, account.id);
      terminal.err(
        `Open this link within 10 minutes. It signs in to ${account.name}, once (${describeDatabase(config)}).`,
      );
      terminal.out(signInLink(url, code, desk ? 'desk' : ''));
    } finally {
      await database.close();
    }
  },
};

/** The code is in the fragment, which browsers do not send, so it is in no log. */
export function signInLink(url: string, code: string, page = ''): string {
  return `${url}/${page}#sign-in=${code}`;
}
