import { parseArgs } from 'node:util';
import { assemblePrompt } from '../src/domain/calls/prompt/prompt.ts';
import { promptTokensUsual } from '../src/models.ts';
import { novel } from '../test/domain/prompt.fixture.ts';
import { madeBy, saveSection } from './results.ts';

const { values: options } = parseArgs({
  options: { chapters: { type: 'string', default: '60' }, save: { type: 'boolean', default: false } },
});
const promptTokensMax = promptTokensUsual.listed;
const chapterCount = Number(options.chapters);

/** The size of one chapter's prompt, and the share that a provider can cache from the previous chapter. */
interface PromptRow {
  order: number;
  bytes: number;
  tokens: number;
  /** The share of leading bytes equal to the previous prompt; undefined for the first chapter. */
  share: number | undefined;
}

function promptRows(count: number): PromptRow[] {
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

function table(lines: readonly PromptRow[]): string {
  const rows = lines.map(
    ({ order, bytes, tokens, share }) => `| ${order} | ${whole(bytes)} | ${whole(tokens)} | ${percent(share)} |`,
  );
  return [
    '| chapter | bytes | tokens, estimated | shared with the previous prompt |',
    '|---|---|---|---|',
    ...rows,
  ].join('\n');
}

const lines = promptRows(chapterCount);
const shares = lines.flatMap(({ share }) => share ?? []);
const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
const summary = `A prompt shares its leading bytes with the prompt of the chapter before: ${percent(mean)} on average, at least ${percent(Math.min(...shares))}.`;
console.log(`${table(lines)}\n\n${summary}`);

if (options.save) {
  const longer = [250, 1000].map((count) => promptRows(count).at(-1)).filter((line) => line !== undefined);
  const selected = lines.filter(({ order }) => order <= 6 || order % 10 === 0);
  saveSection(`# Prompt size and shared prefix

${madeBy('node bench/prompt.ts --save')}

A novel of ${chapterCount} chapters (\`test/domain/prompt.fixture.ts\`): twelve people, four of them in each chapter, summaries of 430 characters, a recap of about 1,500 characters of every earlier chapter,
and 3,300 characters of the previous chapter. The budget is ${whole(promptTokensMax)} tokens. No clock is used:
the same code gives the same figures.

${summary}

${table(selected)}

The last chapters of longer books:

${table(longer.map(({ share: _, ...line }) => ({ ...line, share: undefined })))}
`);
}
