import { existsSync } from 'node:fs';
import { documents as postgraphileDocuments, shown as postgraphileShown } from './peers/postgraphile-words.ts';
import type { Scenario } from './scenarios.ts';

/** A server that takes part, how it is started, and how it words what others word otherwise. */
export interface Contestant {
  name: string;
  title: string;
  /** Whom it stands for in a scenario's `against`; we take part in all. */
  stands: Scenario['against'][number] | 'us';
  args: string[];
  /** Package of bench/peers without which it does not run. */
  needs?: string;
  /** Its own document for a scenario of GraphQL. */
  documents?: Record<string, string>;
  /** Its answer in our words. */
  shown?: (answer: unknown) => unknown;
}

const peer = (file: string) => [`bench/peers/${file}.ts`];

/** The ones that make a reference come first: `ours` is compared with each. */
export const contestants: readonly Contestant[] = [
  { name: 'floor', title: 'hand-written floor', stands: 'floor', args: ['bench/floor/server.ts'] },
  { name: 'responder', title: 'hand-written MCP responder', stands: 'mcp', args: peer('mcp-responder') },
  { name: 'ours', title: 'Fabula', stands: 'us', args: ['src/fabula.js', 'start'] },
  {
    name: 'postgraphile',
    title: 'PostGraphile 5',
    stands: 'graphql',
    args: peer('postgraphile'),
    needs: 'postgraphile',
    documents: postgraphileDocuments,
    shown: postgraphileShown,
  },
  { name: 'mercurius', title: 'Mercurius, JIT', stands: 'graphql', args: peer('mercurius'), needs: 'mercurius' },
  { name: 'apollo', title: 'Apollo Server 5', stands: 'graphql', args: peer('apollo'), needs: '@apollo/server' },
  {
    name: 'sdk',
    title: 'MCP SDK’s own server',
    stands: 'mcp',
    args: peer('mcp-sdk'),
    needs: '@modelcontextprotocol/node',
  },
];

/** Ourselves with the engine in the same process. */
export const embedded: Contestant = {
  name: 'embedded',
  title: 'Fabula, embedded engine',
  stands: 'us',
  args: ['src/fabula.js', 'start'],
};

export function isInstalled({ needs }: Contestant): boolean {
  return needs === undefined || existsSync(new URL(`./peers/node_modules/${needs}`, import.meta.url));
}

export function takesPart({ stands }: Contestant, { against }: Scenario): boolean {
  return stands === 'us' || against.includes(stands);
}

/** Limits are off, for they would be what is measured; the rest is as in production. */
export const ourSettings = {
  HOST: '127.0.0.1',
  PORT: '0',
  LIMIT_REQUESTS_PER_MINUTE: '0',
  LIMIT_PLAN_PER_MINUTE: '0',
  LIMIT_PROVIDER_PER_MINUTE: '0',
  LIMIT_PROVIDER_CONCURRENT: '0',
};
