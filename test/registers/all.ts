import { account } from './account.ts';
import { analytics } from './analytics.ts';
import { arc } from './arc.ts';
import { book } from './book.ts';
import { chapter } from './chapter.ts';
import { character } from './character.ts';
import { comparison } from './comparison.ts';
import { conflict } from './conflict.ts';
import { cover } from './cover.ts';
import { event } from './event.ts';
import { instance } from './instance.ts';
import { lint } from './lint.ts';
import { merging } from './merging.ts';
import { narration } from './narration.ts';
import { note } from './note.ts';
import { outline } from './outline.ts';
import { passage } from './passage.ts';
import { picture } from './picture.ts';
import { plan } from './plan.ts';
import { port } from './port.ts';
import { profile } from './profile.ts';
import { proposal } from './proposal.ts';
import { publication } from './publication.ts';
import { reading } from './reading.ts';
import { recap } from './recap.ts';
import type { Register, Sample, ToolSample } from './register.ts';
import { rosterRegisters } from './rosters.ts';
import { run } from './run.ts';
import { search } from './search.ts';
import { staleness } from './staleness.ts';
import { statistics } from './statistics.ts';
import { style } from './style.ts';
import { texts } from './texts.ts';
import { usage } from './usage.ts';
import { writing } from './writing.ts';

/** Those whose ids rosters may need. */
const first: Record<string, Register> = { book, plan, style, character, conflict };

const others: Record<string, Register> = {
  chapter,
  passage,
  merging,
  proposal,
  note,
  lint,
  texts,
  comparison,
  writing,
  recap,
  arc,
  profile,
  reading,
  run,
  narration,
  outline,
  cover,
  staleness,
  statistics,
  analytics,
  search,
  picture,
  publication,
  port,
  event,
  instance,
  account,
  usage,
};

/** The register of each aggregate. An aggregate that needs ids of another one comes after it. */
export const registers: Record<string, Register> = {
  ...first,
  ...rosterRegisters({ ...first, ...others }),
  ...others,
};

const all = Object.values(registers);

/** Samples by the name of the GraphQL field. */
export const samples = new Map<string, Sample>(all.flatMap(({ operations }) => Object.entries(operations)));

/** The samples of a register's tools, by name. */
const toolsOf = ({ operations }: Register): [name: string, sample: ToolSample][] =>
  Object.values(operations).flatMap(({ tools = {} }) => Object.entries(tools));

const isLast = ([, { last }]: [string, ToolSample]) => last ?? false;

/** Every tool, in the order of a story. */
export const toolSamples = new Map<string, ToolSample>([
  ...all.flatMap(toolsOf).filter((one) => !isLast(one)),
  ...all.toReversed().flatMap(toolsOf).filter(isLast),
]);

/** The names of the tools of each feature. */
export const toolsByFeature: Record<string, string[]> = Object.fromEntries(
  [...Map.groupBy(all, ({ feature = '' }) => feature)]
    .map(([feature, some]): [string, string[]] => [feature, some.flatMap(toolsOf).map(([name]) => name)])
    .filter(([, names]) => names.length > 0),
);

/** The file for the samples of an aggregate. */
export const registerFile = (aggregate: string) => `test/registers/${aggregate}.ts`;
