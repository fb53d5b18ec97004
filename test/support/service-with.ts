import { afterAll } from 'vitest';
import type { TestDatabase } from './database.setup.ts';
import { ownService } from './faces.ts';
import { startImageProvider } from './image-provider.ts';
import { startProvider } from './provider.ts';
import { startSpeech } from './speech.ts';

const starters = { text: startProvider, speech: startSpeech, images: startImageProvider };
const addresses = { text: 'OPENAI_BASE_URL', speech: 'SPEECH_BASE_URL', images: 'IMAGE_BASE_URL' };

type Fakes = { [Name in keyof typeof starters]: Awaited<ReturnType<(typeof starters)[Name]>> };

/**
 * The service of a test file with fake providers, which start before its tests and close after them. Provider calls are
 * unlimited unless `env` sets a limit.
 */
export function serviceWith<Name extends keyof Fakes>(
  wanted: Readonly<Record<Name, true>>,
  env: Record<string, string> = {},
  target?: () => Promise<TestDatabase>,
) {
  // Filled before the first test.
  const fakes = {} as Pick<Fakes, Name>;
  const names = Object.keys(wanted) as Name[];
  // Hooks run in reverse order: the service closes first.
  afterAll(() => Promise.all(names.map((name) => fakes[name]?.close())));
  const own = ownService(async () => {
    const urls = await Promise.all(names.map((name) => started(fakes, name)));
    return { LIMIT_PROVIDER_PER_MINUTE: '0', ...Object.fromEntries(urls), ...env };
  }, target);
  return { own, fakes };
}

/** Starts a fake provider and returns the setting with its URL. */
async function started<Name extends keyof Fakes>(fakes: Pick<Fakes, Name>, name: Name): Promise<[string, string]> {
  const fake = await starters[name]();
  Object.assign(fakes, { [name]: fake });
  return [addresses[name], fake.url];
}
