import { existsSync } from 'node:fs';
import { limitsOff } from './limits-off.ts';
import {
  normalize as normalizePostgraphile,
  documents as postgraphileDocuments,
} from './peers/postgraphile-documents.ts';
import type { Scenario } from './scenarios.ts';

/** A server to measure: how to start it, and how its requests and answers differ from those of Fabula. */
export interface Contestant {
  name: string;
  title: string;
  /** Scenarios select contestants by role in `against`. `us` takes part in all of them. */
  role: Scenario['against'][number] | 'us';
  args: string[];
  /** The package of bench/peers that it requires. */
  needs?: string;
  /** Its GraphQL documents by scenario, if they differ from ours. */
  documents?: Record<string, string>;
  /** Converts its answer to the form of ours. */
  normalize?: (answer: unknown) => unknown;
}

const peer = (file: string) => [`bench/peers/${file}.ts`];

/** References come first; `ours` is compared with each contestant. */
export const contestants: readonly Contestant[] = [
  { name: 'floor', title: 'hand-written floor', role: 'floor', args: ['bench/floor/server.ts'] },
  { name: 'responder', title: 'hand-written MCP responder', role: 'mcp', args: peer('mcp-responder') },
  { name: 'ours', title: 'Fabula', role: 'us', args: ['src/fabula.js', 'start'] },
  {
    name: 'postgraphile',
    title: 'PostGraphile 5',
    role: 'graphql',
    args: peer('postgraphile'),
    needs: 'postgraphile',
    documents: postgraphileDocuments,
    normalize: normalizePostgraphile,
  },
  { name: 'mercurius', title: 'Mercurius, JIT', role: 'graphql', args: peer('mercurius'), needs: 'mercurius' },
  { name: 'apollo', title: 'Apollo Server 5', role: 'graphql', args: peer('apollo'), needs: '@apollo/server' },
  {
    name: 'sdk',
    title: 'MCP SDK’s own server',
    role: 'mcp',
    args: peer('mcp-sdk'),
    needs: '@modelcontextprotocol/node',
  },
];

/** Fabula with the embedded engine in its process. */
export const embedded: Contestant = {
  name: 'embedded',
  title: 'Fabula, embedded engine',
  role: 'us',
  args: ['src/fabula.js', 'start'],
};

export function isInstalled({ needs }: Contestant): boolean {
  return needs === undefined || existsSync(new URL(`./peers/node_modules/${needs}`, import.meta.url));
}

export function takesPart({ role }: Contestant, { against }: Scenario): boolean {
  return role === 'us' || against.includes(role);
}

/** Production settings, except that limits are off. */
export const ourSettings = {
  HOST: '127.0.0.1',
  PORT: '0',
  ...limitsOff,
};
