import { parentPort } from 'node:worker_threads';
import type { Answer, Task } from './thread.ts';

parentPort?.on('message', async ({ module, name, input }: Task) => {
  parentPort?.postMessage(await answerTo(module, name, input));
});

async function answerTo(module: string, name: string, input: unknown): Promise<Answer> {
  try {
    const { [name]: run } = await import(module);
    return { output: await run(input) };
  } catch (fault) {
    return { fault };
  }
}
