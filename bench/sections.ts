import type { Outcome } from './measure.ts';
import type { Verdict } from './ratios.ts';
import { embeddedView, requestsView, type Setting, settingOf, table, verdictTable } from './report.ts';
import { whereTimeGoes } from './targets.ts';

/** The sections of RESULTS.md that bench/run.ts writes. */
export function requestsSection(outcomes: readonly Outcome[], verdicts: readonly Verdict[], setting: Setting): string {
  const tables = setting.plan.connections.map((connections) => {
    const some = outcomes.filter((outcome) => outcome.connections === connections);
    return `## With ${connections} connection${connections === 1 ? '' : 's'}\n\n${table(some, requestsView)}`;
  });
  return `# What a request costs

Made by \`npm run bench\`; edit \`bench/sections.ts\`, not this file. What is compared and how to read it: [docs/benchmarks.md](../docs/benchmarks.md).

${settingOf(setting)}

## Targets

${verdictTable(verdicts)}
${missedOf(verdicts)}
${tables.join('\n\n')}
`;
}

/** What is known of the targets that were missed. */
function missedOf(verdicts: readonly Verdict[]): string {
  const missed = verdicts
    .filter(({ target, ratio }) => ratio.median > target.ratio)
    .map(({ target }) => target.scenario);
  const known = [...new Set(missed)].map(
    (scenario) => `- **${scenario}**: ${whereTimeGoes[scenario] ?? 'not looked into.'}`,
  );
  return known.length > 0 ? `\n## Where the time goes in what is missed\n\n${known.join('\n')}\n` : '';
}

export function embeddedSection(outcomes: readonly Outcome[], setting: Setting): string {
  return `# What one machine carries without a server

Made by \`npm run bench\`; edit \`bench/sections.ts\`, not this file.

The same service on a PostgreSQL server and on its own engine, in turns. The engine is a thread of the service, so its CPU is in the
service’s; the ratio is to service and database together.

${settingOf(setting)}

${table(outcomes, embeddedView)}
`;
}
