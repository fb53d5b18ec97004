import { z } from 'zod';
import { constructs, outputs } from '../../test/support/constructs.ts';
import { servers } from '../../test/support/servers.ts';
import { eventTypes } from '../domain/leaving/event/rules.ts';
import { rosters } from '../domain/leaving/port/formats/roster.ts';
import { rubric, rubricFor } from '../domain/making/outline/rubric.ts';
import { namesOf } from '../domain/story/roster/names.ts';
import { lintRules } from '../domain/text/lint/rules.ts';
import { searchKindWords } from '../domain/text/search/rules.ts';
import { environment } from '../environment.ts';
import { type Cost, costsOf, sumOf } from '../faces/explorers/token-cost.ts';
import { parseRoute } from '../faces/faces.ts';
import { Catalogue } from '../faces/mcp/catalogue.ts';
import { prepareOperation } from '../graphql/execute.ts';
import { clientRows, rateRows, sizeRows } from '../limits/limits.ts';
import { features } from '../operation.ts';
import { operations } from '../operations.ts';
import { type Roster, searchedOf } from '../record.ts';
import { records } from '../records.gen.ts';
import { schema } from '../schema.ts';
import { licenceRows } from './licences.ts';

/** The generated parts of files, by file and by the name in their markers. */
const tables = {
  'docs/operations.md': { operations: operationTable },
  'docs/configuration.md': { configuration: configurationTable },
  'docs/contract.md': { ids: idTable, rosters: versionTable },
  'docs/events.md': { events: eventTable },
  'docs/generation.md': { servers: serverTable },
  'docs/import-export.md': { constructs: constructTable },
  'docs/licences.md': { licences: () => table(['package', 'version', 'licence', 'remark'], licenceRows()) },
  'docs/limits.md': {
    sizes: () => table(['limit', 'value'], sizeRows),
    rates: rateTable,
    clients: () => table(['limit', 'value', 'beyond it'], clientRows),
  },
  'docs/lint.md': { findings: findingTable },
  'docs/outlines.md': { rubric: rubricTable },
  'docs/records.md': { rosters: rosterSections },
  'docs/search.md': { kinds: searchTable },
  'docs/tools.md': { direct: directTable, further: furtherTable },
  'src/faces/explorers/assets/newest-ids.js': { rosters: newestIds },
};
type Page = keyof typeof tables;
export const generatedPages = Object.keys(tables) as Page[];

const { listed, dispatchers, others } = new Catalogue(
  schema,
  operations.map((operation) => prepareOperation(schema, operation)),
).within({});
const definitions = [...listed.map(({ listing }) => listing), ...dispatchers];
const costs = await costsOf(definitions);

/** The tools of `tools/list`, each with its cost in tokens. */
function directTable(): string {
  const row = (name: string, { prompt, whole }: Cost) => [name, `${prompt}`, `${whole}`];
  const rows = definitions.map(({ name }, at) => row(`\`${name}\``, costs[at] ?? { prompt: 0, whole: 0 }));
  return table(['tool', 'tokens that a model sees', 'with the answer'], [...rows, row('all', sumOf(costs))]);
}

/** The findings of lint, each with its severity. */
function findingTable(): string {
  const rows = Object.entries(lintRules).map(([code, { severity, summary }]) => [`\`${code}\``, severity, summary]);
  return table(['code', 'severity', 'finds'], rows);
}

/** The tools that are found with `find_tool`, by feature. */
function furtherTable(): string {
  const rows = features.map((feature) => {
    const names = others.filter(({ tool }) => tool.feature === feature).map(({ tool }) => `\`${tool.name}\``);
    return [`\`${feature}\``, names.join(', ')];
  });
  return table(
    ['feature', 'tools'],
    rows.filter(([, names]) => names),
  );
}

/** Every operation with its three faces. */
function operationTable(): string {
  const rows = operations.map((operation) => {
    const { field, kind, scope, description } = prepareOperation(schema, operation);
    const line = operation.rest ? parseRoute(operation.rest) : undefined;
    const rest = line ? `\`${line.method} ${line.path}\`` : '';
    const tool = operation.tool ? `\`${operation.tool.name}\`` : '';
    const root = kind === 'query' ? field : `${field}()`;
    return [rest, `\`${root}\``, tool, scope ? `\`${scope}\`` : '', firstSentence(description)];
  });
  return table(['REST', 'GraphQL', 'MCP', 'scope', 'what it does'], rows);
}

/** The kinds of text servers that the tests play. */
function serverTable(): string {
  return table(
    ['server', 'how it differs'],
    servers.map(({ name, differs }) => [name, differs]),
  );
}

function configurationTable(): string {
  const rows = Object.entries(environment.shape).map(([name, shape]) => {
    const fallback = shape instanceof z.ZodDefault ? shape.def.defaultValue : undefined;
    return [`\`${name}\``, fallback === undefined || fallback === '' ? '' : `\`${fallback}\``, shape.description ?? ''];
  });
  return table(['variable', 'default', 'meaning'], rows);
}

/** Records whose noun in the table of ids is not their name. */
const idNouns: Readonly<Record<string, string>> = {
  cover: '[cover](covers.md) picture',
  lint_waiver: 'finding of [lint](lint.md)',
  outline_variant: '[outline variant](outlines.md)',
  revision: 'text of a chapter, current or former',
};

/** The prefixes of ids that callers see. */
function idTable(): string {
  const shown = records.filter(({ name, prefix, type }) => prefix && (type || name in idNouns));
  return table(
    ['prefix', 'record'],
    shown.map(({ name, prefix }) => [`\`${prefix}_\``, idNouns[name] ?? name.replaceAll('_', ' ')]),
  );
}

/** The kinds of search hits. The fields of a kind may belong to several records. */
function searchTable(): string {
  const texts = records.flatMap((record) => Object.entries(searchedOf(record)?.texts ?? {}));
  const fieldsOf = (kind: string) => texts.filter(([, of]) => of === kind).map(([field]) => `\`${field}\``);
  const rows = Object.entries(searchKindWords).map(([kind, meaning]) => [
    `\`${kind}\``,
    // Passages of prose are indexed by their own triggers.
    fieldsOf(kind).join(', ') || '`content`',
    meaning,
  ]);
  return table(['kind', 'fields', 'text'], rows);
}

/** Pages for browsers fill in the id of the newest record of each roster. */
function newestIds(): string {
  return rosters.map((roster) => `${roster.export.member} { ${namesOf(roster).id}: id }`).join('\n      ');
}

/** The changes of rosters that take a version. */
function versionTable(): string {
  const rows = rosters.map((roster) => {
    const { one, remove } = namesOf(roster);
    const changing = [`update${roster.type}`, `${remove}${roster.type}`];
    const tools = operations
      .filter(({ answer, tool }) => changing.includes(answer) && tool && !tool.without?.includes('expectedVersion'))
      .map(({ tool }) => `\`${tool?.name}\``);
    return [one, 'PATCH, DELETE', changing.map((field) => `\`${field}\``).join(', '), tools.join(', ')];
  });
  return table(['record', 'REST', 'GraphQL', 'MCP'], rows);
}

/** Rosters without a section of their own in docs/records.md: their operations, fields and maximum. */
function rosterSections(): string {
  return rosters
    .filter(({ name }) => !['character', 'conflict'].includes(name))
    .map(sectionOf)
    .join('\n\n');
}

function sectionOf(roster: Roster): string {
  const { one, many, make, remove } = namesOf(roster);
  const { member, max, shape } = roster.export;
  const fields = [member, `${make}${roster.type}`, `update${roster.type}`, `${remove}${roster.type}`];
  const own = fields.flatMap((field) => operations.filter(({ answer }) => answer === field));
  const routes = own.map(({ rest = '' }) => `\`${parseRoute(rest).method} ${parseRoute(rest).path}\``);
  const tools = own.flatMap(({ tool }) => (tool ? `\`${tool.name}\`` : []));
  const rows = Object.entries<z.core.$ZodType>(shape.shape).map(([name, member]) => [
    `\`${name}\``,
    meaningOf(member),
    member instanceof z.ZodDefault ? `\`${JSON.stringify(member.def.defaultValue)}\`` : 'required',
  ]);
  return [
    `### ${many.replace(/^./, (first) => first.toUpperCase())}`,
    schema.getType(roster.type ?? '')?.description ?? '',
    `REST: ${routes.join(', ')}. GraphQL: ${fields.map((field) => `\`${field}\``).join(', ')}. Tools of the feature \`${own[0]?.tool?.feature}\`: ${tools.join(', ')}.`,
    table(
      ['field', 'limit and meaning', 'default'],
      [...rows, [`${one}s of a book`, `${max}, else \`invalid_state\``, '']],
    ),
  ].join('\n\n');
}

/** The description of a member, and its values if there are few. */
function meaningOf(member: z.core.$ZodType): string {
  const own = z.globalRegistry.get(member)?.description;
  if (member instanceof z.ZodEnum)
    return `${own ?? ''} ${member.options.map((value) => `\`${value}\``).join(', ')}.`.trim();
  if (own || !(member instanceof z.ZodDefault || member instanceof z.ZodNullable)) return own ?? '';
  return meaningOf(member.unwrap());
}

/** The event types of the change log. */
function eventTable(): string {
  const rows = Object.entries(eventTypes).map(([type, meaning]) => [`\`${type}\``, meaning]);
  return table(['type', 'means'], rows);
}

/** What becomes of each construct of Markdown. */
function constructTable(): string {
  const rows = constructs.map((construct) => [construct.name, ...outputs.map((output) => construct[output][0])]);
  return table(['in the text', 'EPUB, HTML, reader', 'DOCX', '`text`', 'narration'], rows);
}

/** The dimensions of the outline grade. */
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

/** Rates with the defaults of their variables. */
function rateTable(): string {
  const rows = rateRows.map(([rate, variable, counted]) => {
    const fallback = environment.shape[variable].def.defaultValue;
    const perMinute = variable.endsWith('PER_MINUTE') ? ' per minute' : '';
    return [rate, `${Number(fallback).toLocaleString('en')}${perMinute}`, `\`${variable}\``, counted];
  });
  return table(['rate', 'default', 'variable', 'counted'], rows);
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function firstSentence(text: string): string {
  return /^.*?[.](?=\s|$)/s.exec(text)?.[0] ?? text;
}

/** The text of a page with every generated part rebuilt. Throws when a marker is missing. */
export function withTables(text: string, page: Page): string {
  return Object.entries<() => string>(tables[page]).reduce((whole, [name, make]) => {
    const isPage = page.endsWith('.md');
    const [begin, end] = isPage
      ? [`<!-- ${name}: made by npm run generate -->`, `<!-- /${name} -->`]
      : [`# ${name}: made by npm run generate`, `# end of ${name}`];
    const [from, to] = [whole.indexOf(begin), whole.indexOf(end)];
    if (from < 0 || to < from) throw new Error(`${page} lacks the markers of ${name}.`);
    const around = isPage ? '\n\n' : '\n      ';
    return `${whole.slice(0, from + begin.length)}${around}${make()}${around}${whole.slice(to)}`;
  }, text);
}
