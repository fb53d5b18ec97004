import { parseArgs } from 'node:util';
import { promptTokensMax } from '../src/domain/generation/rules.ts';
import { assemblePrompt } from '../src/domain/prompt/prompt.ts';
import { novel } from '../test/domain/prompt.fixture.ts';
import { saveSection } from './results.ts';

const { values: options } = parseArgs({
  options: { chapters: { type: 'string', default: '60' }, save: { type: 'boolean', default: false } },
});
const chapterCount = Number(options.chapters);

/** One chapter's prompt, and how much of it a provider has seen in the prompt of the chapter before. */
interface Line {
  order: number;
  bytes: number;
  tokens: number;
  /** Leading bytes that are the same, of all; undefined for the first chapter. */
  share: number | undefined;
}

function linesOf(count: number): Line[] {
  let before: Buffer | undefined;
  return Array.from({ length: count }, (_, index) => {
    const { messages, tokens } = assemblePrompt({ ...novel(count, index + 1), budgetTokens: promptTokensMax });
    const bytes = Buffer.from(messages.map(({ content }) => content).join('\n'));
    const same = before && bytes.findIndex((byte, at) => byte !== before?.[at]);
    before = bytes;
    return { order: index + 1, bytes: bytes.length, tokens, share: same && same / bytes.length };
  });
}

const whole = (value: number) => value.toLocaleString('en');
const percent = (share: number | undefined) => (share === undefined ? '' : `${(share * 100).toFixed(1)} %`);

function table(lines: readonly Line[]): string {
  const rows = lines.map(
    ({ order, bytes, tokens, share }) => `| ${order} | ${whole(bytes)} | ${whole(tokens)} | ${percent(share)} |`,
  );
  return ['| chapter | bytes | tokens, estimated | shared with the one before |', '|---|---|---|---|', ...rows].join(
    '\n',
  );
}

const lines = linesOf(chapterCount);
const shares = lines.flatMap(({ share }) => share ?? []);
const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
const summary = `On average ${percent(mean)} of a prompt are the leading bytes of the prompt of the chapter before, at least ${percent(Math.min(...shares))}.`;
console.log(`${table(lines)}\n\n${summary}`);

if (options.save) {
  const longer = [250, 1000].map((count) => linesOf(count).at(-1)).filter((line) => line !== undefined);
  const shown = lines.filter(({ order }) => order <= 6 || order % 10 === 0);
  saveSection(`# What a prompt holds

Made by \`node bench/prompt.ts --save\`; edit that file, not this section.

A novel of ${chapterCount} chapters (\`test/domain/prompt.fixture.ts\`): twelve people, four of them in each chapter, summaries of the outline as long as the outliner is asked for, every earlier chapter
summed up in about 540 characters, 3,300 characters of the chapter before. The budget is ${whole(promptTokensMax)} tokens. No clock is read:
the same code gives the same figures.

${summary}

${table(shown)}

The last chapters of longer books:

${table(longer.map(({ share: _, ...line }) => ({ ...line, share: undefined })))}
`);
}
