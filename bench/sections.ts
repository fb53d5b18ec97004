import type { Outcome } from './measure.ts';
import type { Verdict } from './ratios.ts';
import { embeddedComparison, requestsComparison, type Setting, settingOf, table, verdictTable } from './report.ts';
import { madeBy } from './results.ts';
import { costAnalysis } from './targets.ts';

/** The sections of RESULTS.md that bench/run.ts writes. */
export function requestsSection(outcomes: readonly Outcome[], verdicts: readonly Verdict[], setting: Setting): string {
  const tables = setting.plan.connections.map((connections) => {
    const group = outcomes.filter((outcome) => outcome.connections === connections);
    return `## With ${connections} connection${connections === 1 ? '' : 's'}\n\n${table(group, requestsComparison)}`;
  });
  return `# The cost of a request

${madeBy('npm run bench', '`bench/sections.ts`')} [docs/benchmarks.md](../docs/benchmarks.md) explains contestants and method.

${settingOf(setting)}

## Targets

${verdictTable(verdicts)}
${missedOf(verdicts)}
${tables.join('\n\n')}
`;
}

/** Explains the missed targets. */
function missedOf(verdicts: readonly Verdict[]): string {
  const missed = verdicts
    .filter(({ target, ratio }) => ratio.median > target.ratio)
    .map(({ target }) => target.scenario);
  const known = [...new Set(missed)].map(
    (scenario) => `- **${scenario}**: ${costAnalysis[scenario] ?? 'not analysed.'}`,
  );
  return known.length > 0 ? `\n## Missed targets\n\n${known.join('\n')}\n` : '';
}

export function embeddedSection(outcomes: readonly Outcome[], setting: Setting): string {
  return `# The embedded engine on one machine

${madeBy('npm run bench', '`bench/sections.ts`')}

The same service on a PostgreSQL server and on the embedded engine, in turns. The engine is a thread of the service, so its CPU time
is part of the service’s. The ratio compares service and database together.

${settingOf(setting)}

${table(outcomes, embeddedComparison)}
`;
}
