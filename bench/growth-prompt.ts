import { assemblePrompt } from '../src/domain/calls/prompt/prompt.ts';
import { promptTokensUsual } from '../src/models.ts';
import { novel } from '../test/domain/prompt.fixture.ts';

const promptTokensMax = promptTokensUsual.listed;
const times = 10;

/** The prompt of the last chapter, for novels of increasing length. */
export function promptGrowth(): string {
  const lines = [10, 50, 200, 1000].map((count) => {
    const prompt = () => assemblePrompt({ ...novel(count, count), budgetTokens: promptTokensMax });
    const { messages, tokens } = prompt();
    const bytes = bytesOf(messages);
    const before = bytesOf(assemblePrompt({ ...novel(count, count - 1), budgetTokens: promptTokensMax }).messages);
    const same = bytes.findIndex((byte, at) => byte !== before[at]);
    const began = process.cpuUsage();
    for (let time = 0; time < times; time += 1) prompt();
    const { user, system } = process.cpuUsage(began);
    const ms = (user + system) / 1000 / times;
    return `| ${count} | ${bytes.length.toLocaleString('en')} | ${tokens.toLocaleString('en')} | ${ms.toFixed(1)} | ${((100 * same) / bytes.length).toFixed(1)} % |`;
  });
  return [
    '| chapters | bytes | tokens | CPU to assemble, ms | shared with the previous prompt |',
    '|---|---|---|---|---|',
    ...lines,
  ].join('\n');
}

const bytesOf = (messages: readonly { content: string }[]) =>
  Buffer.from(messages.map(({ content }) => content).join('\n'));
