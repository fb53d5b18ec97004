import type { AssembledPrompt } from '../../src/domain/calls/prompt/prompt.ts';

/** Share of a prompt that is the beginning of the one before it, by bytes: what a provider can take from its cache. */
export function sharedShare(before: AssembledPrompt | undefined, prompt: AssembledPrompt): number {
  const [one, other] = [bytesOf(before), bytesOf(prompt)];
  let same = 0;
  while (same < other.length && one[same] === other[same]) same += 1;
  return same / other.length;
}

function bytesOf(prompt: AssembledPrompt | undefined): Buffer {
  return Buffer.from(prompt?.messages.map(({ content }) => content).join('\n') ?? '');
}
