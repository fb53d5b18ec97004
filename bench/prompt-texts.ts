import { assemblePrompt } from '../src/domain/prompt/prompt.ts';
import { inputOf, type SampleBook } from './prompt-books/book.ts';
import { fantasy } from './prompt-books/fantasy.ts';
import { literary } from './prompt-books/literary.ts';
import { thriller } from './prompt-books/thriller.ts';

/** Prints the prompts of three books of different kinds, to be read by people: `node bench/prompt-texts.ts thriller`. */
const samples: Readonly<Record<string, SampleBook>> = { thriller, fantasy, literary };
const wanted = process.argv[2];

for (const [name, sample] of Object.entries(samples)) {
  if (wanted !== undefined && wanted !== name) continue;
  const { messages, tokens, budgetTokens, manifest } = assemblePrompt(inputOf(sample));
  const tokensOf = (block: string) =>
    manifest.filter((entry) => entry.block === block).reduce((sum, entry) => sum + entry.tokens, 0);
  const blocks = [...new Set(manifest.map(({ block }) => block))].map((block) => `${block} ${tokensOf(block)}`);
  console.log(`# ${name}: ${tokens} of ${budgetTokens} tokens (${blocks.join(', ')})\n`);
  for (const { role, content } of messages) console.log(`--- ${role} ---\n${content}\n`);
}
