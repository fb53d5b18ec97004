import type { JobStream, LongJob } from './job.ts';

/** Names a function that is run on each input. */
interface Named {
  module: string;
  name: string;
}

/** Runs a function of another module on each input, and posts its result. */
export async function runEach({ module, name }: Named, { parts, post }: JobStream<unknown[], unknown>): Promise<void> {
  const { [name]: run } = await import(module);
  for (const part of parts) for (const input of part) await post(await run(input));
}

export const runningEach: LongJob<Named, unknown[], unknown> = { module: new URL(import.meta.url), name: 'runEach' };
