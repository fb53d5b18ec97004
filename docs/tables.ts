import { z } from 'zod';
import { lineOf } from '../src/adapters/faces.ts';
import { environment } from '../src/config.ts';
import { eventTypes } from '../src/domain/event/rules.ts';
import { rubric, rubricFor } from '../src/domain/outline/rubric.ts';
import { prepare } from '../src/graphql/execute.ts';
import { schema } from '../src/graphql/schema.ts';
import { operations } from '../src/operations.ts';

/** The parts of the pages that are made from the code, by page and by the name in their markers. */
const tables = {
  'README.md': { operations: operationTable, configuration: configurationTable },
  'contract.md': { events: eventTable },
  'generation.md': { rubric: rubricTable },
};
export type Page = keyof typeof tables;

/** Every operation with its three faces. */
function operationTable(): string {
  const rows = operations.map((operation) => {
    const { field, kind, scope, description } = prepare(schema, operation);
    const line = operation.rest ? lineOf(operation.rest) : undefined;
    const rest = line ? `\`${line.method} ${line.path}\`` : '';
    const tool = operation.tool ? `\`${operation.tool.name}\`` : '';
    const root = kind === 'query' ? field : `${field}()`;
    return [rest, `\`${root}\``, tool, scope ? `\`${scope}\`` : '', firstSentence(description)];
  });
  return table(['REST', 'GraphQL', 'MCP', 'scope', 'what it does'], rows);
}

function configurationTable(): string {
  const rows = Object.entries(environment.shape).map(([name, shape]) => {
    const fallback = shape instanceof z.ZodDefault ? shape.def.defaultValue : undefined;
    return [`\`${name}\``, fallback === undefined || fallback === '' ? '' : `\`${fallback}\``, shape.description ?? ''];
  });
  return table(['variable', 'default', 'meaning'], rows);
}

/** What the log of changes tells. */
function eventTable(): string {
  const rows = Object.entries(eventTypes).map(([type, meaning]) => [`\`${type}\``, meaning]);
  return table(['type', 'means'], rows);
}

/** What an outline is graded by. */
function rubricTable(): string {
  const quiet = new Map(rubricFor('kishotenketsu').map(({ key, weight }) => [key, `${weight}`]));
  const rows = rubric.map(({ key, label, weight, found, judged }) => [
    `\`${key}\``,
    label,
    `${weight}`,
    quiet.get(key) ?? '–',
    found ?? '–',
    judged ?? '–',
  ]);
  return table(['dimension', 'label', 'weight', 'in kishōtenketsu', 'found without a model', 'asked of a model'], rows);
}

function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function firstSentence(text: string): string {
  return /^.*?[.](?=\s|$)/s.exec(text)?.[0] ?? text;
}

/** The text of a page with every marked part made anew. Throws where a marker is missing. */
export function withTables(text: string, page: Page = 'README.md'): string {
  return Object.entries<() => string>(tables[page]).reduce((whole, [name, make]) => {
    const [begin, end] = [`<!-- ${name}: made by npm run generate -->`, `<!-- /${name} -->`];
    const [from, to] = [whole.indexOf(begin), whole.indexOf(end)];
    if (from < 0 || to < from) throw new Error(`${page} lacks the markers of ${name}.`);
    return `${whole.slice(0, from + begin.length)}\n\n${make()}\n\n${whole.slice(to)}`;
  }, text);
}
