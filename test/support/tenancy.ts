import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** Statements that may use a tenant table without comparing the account, each with the reason. */
const exceptions: readonly { text: RegExp; reason: string }[] = [
  {
    text: /^(with \w+ as \( ?)?delete from .*<=? \(?(select event_id\( ?)?\(?(clock_timestamp|now)\(/,
    reason: 'a sweep removes expired rows of all accounts; no request of a caller deletes by the clock',
  },
  {
    text: /^with failed as materialized \( ?select account_id, id from book where importing_at < now\(/,
    reason: 'a sweep removes unfinished imports of all accounts and joins their parts by account',
  },
  {
    text: /^with due as \( ?select account_id, id from run where state <> '' and .* finished_at < now\(\)/,
    reason: 'a sweep removes the texts of old runs of all accounts and returns each account',
  },
  {
    text: /^with due as \( ?select account_id, id from proposal where decided_at < now\(\)/,
    reason: 'a sweep trims decided proposals of all accounts, each joined by its account',
  },
  {
    text: /^delete from idempotency_key where held_until is not null$/,
    reason: 'a process that is alone on its database releases the keys of all accounts',
  },
  {
    text: /^update event set tx = '' where \( ?select max\(tx\)/,
    reason: 'after a restore from a copy the whole log is updated',
  },
  {
    text: /^with mark as \( ?select counted from storage_mark/,
    reason: 'a sweep counts the events of all accounts, each for its own',
  },
  {
    text: /^with gone as \( ?delete from storage_change where ctid = any/,
    reason: 'a sweep folds the changes of all accounts, each into its own total',
  },
  { text: /starts_with\(holder, \$/, reason: 'a restarted node releases its leases of all accounts' },
  {
    text: /state = '' and (\w+\.)?lease_until </,
    reason: 'runs of lost nodes of all accounts are found by their lease, with their accounts',
  },
  {
    text: /from (token|token_former_secret|sign_in\w*)( \w+)? where (\w+\.)?(hash|id|code_hash) = |from token t where t\.id = coalesce\(/,
    reason: 'a key or a code identifies the account; only its hash or id is known before',
  },
  {
    text: /from book b where b\.visibility = '' and b\.published_at is not null/,
    reason: 'public books are visible to everyone',
  },
  {
    text: /^update token set last_used_at = /,
    reason: 'the last uses of keys of all accounts are updated together, by id',
  },
];

/** Tables whose rows belong to an account. */
export function tenantTables(): Set<string> {
  const folder = resolve(import.meta.dirname, '../../src/sql/migrations');
  const all = readdirSync(folder).map((name) => readFileSync(`${folder}/${name}`, 'utf8'));
  const made = all.flatMap((text) => [...text.matchAll(/CREATE (?:UNLOGGED )?TABLE (\w+) \(([\s\S]*?)\n\)/g)]);
  return new Set(made.flatMap(([, name = '', body = '']) => (/^ *account_id /m.test(body) ? [name] : [])));
}

/** Throws for SQL texts that use a tenant table without comparing the account and are not exceptions. */
export function refuseUnscoped(texts: readonly string[]): void {
  const tables = tenantTables();
  const faults = texts.flatMap((text) => {
    const missing = isException(text) ? [] : unscopedTables(text, tables);
    return missing.length > 0 ? [`${missing.join(', ')}: ${text.replace(/\s+/g, ' ').trim()}`] : [];
  });
  if (faults.length === 0) return;
  throw new Error(
    `These statements do not compare account_id of a table of tenants. Compare it, or add an exception with its reason to test/support/tenancy.ts.\n${faults.join('\n')}`,
  );
}

function isException(text: string): boolean {
  const plain = plainOf(text);
  return exceptions.some((one) => one.text.test(plain));
}

/** A statement in lower case and one line, without comments and with empty string literals. */
export function plainOf(text: string): string {
  return text
    .replace(/--[^\n]*/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/'(?:[^']|'')*'/g, "''")
    .trim()
    .toLowerCase();
}

/** A use of a table in a statement. */
interface Reference {
  table: string;
  alias: string;
  /** Whether it is the target of an INSERT. */
  isInsert: boolean;
  /** The content of the innermost parentheses around it. */
  scope: string;
  isAliased: boolean;
}

const notAliases =
  /^(set|where|on|using|join|left|right|inner|cross|full|natural|order|group|limit|for|returning|select|values|as|union|having|window|offset|default|overriding|lateral|from|tablesample|do)$/;

/** The tables in a text whose account is not compared. An INSERT must set the account instead. */
export function unscopedTables(text: string, tables: ReadonlySet<string>): string[] {
  const plain = plainOf(text);
  const unscoped = referencesIn(plain, tables).filter((reference) => !isCompared(reference));
  return [...new Set(unscoped.map(({ table }) => table))];
}

function referencesIn(text: string, tables: ReadonlySet<string>): Reference[] {
  const found: Reference[] = [];
  const named = /\b(from|join|update|into|using|only|,)\s*(?:only\s+)?(\w+)(?:\s+(?:as\s+)?(\w+))?/g;
  for (let match = named.exec(text); match; match = named.exec(text)) {
    const [, verb = '', table = '', next = ''] = match;
    // The next name may start another reference.
    named.lastIndex = match.index + match[0].length - (next ? next.length + 1 : 0);
    if (!tables.has(table) || (verb === ',' && !isInFrom(text, match.index))) continue;
    if (text[match.index + match[0].length] === '(' && verb !== 'into' && !next) continue;
    const isAliased = next !== '' && !notAliases.test(next);
    found.push({
      table,
      alias: isAliased ? next : table,
      isInsert: verb === 'into',
      scope: scopeAround(text, match.index),
      isAliased,
    });
  }
  return found;
}

/** Whether a comma separates tables, because it is in the FROM list of its parentheses. */
function isInFrom(text: string, at: number): boolean {
  const before = withoutInner(scopeUpTo(text, at));
  const from = before.lastIndexOf(' from ');
  return from >= 0 && !/\b(where|order|group|set|limit|returning|on|select)\b/.test(before.slice(from + 6));
}

function scopeUpTo(text: string, at: number): string {
  return text.slice(openingBefore(text, at) + 1, at);
}

function openingBefore(text: string, at: number): number {
  let depth = 0;
  for (let i = at; i >= 0; i--) {
    if (text[i] === ')') depth++;
    else if (text[i] === '(' && depth-- === 0) return i;
  }
  return -1;
}

function scopeAround(text: string, at: number): string {
  const start = openingBefore(text, at);
  let depth = 0;
  for (let i = start + 1; i < text.length; i++) {
    if (text[i] === '(') depth++;
    else if (text[i] === ')' && depth-- === 0) return text.slice(start + 1, i);
  }
  return text.slice(start + 1);
}

/** The text without subqueries. Other parentheses, such as those of conditions, stay. */
function withoutInner(scope: string): string {
  let text = scope;
  for (let before = ''; before !== text; ) {
    before = text;
    text = text.replace(/\(\s*(?:select|with|update|insert|delete)\b[^()]*\)/g, ' ').replace(/\(([^()]*)\)/g, '⟨$1⟩');
  }
  return text;
}

/** Whether the account is compared: by alias, or by the bare column if it is the only table in the scope. */
function isCompared({ alias, isInsert, scope, isAliased }: Reference): boolean {
  if (isInsert) return /\baccount_id\b/.test(scope);
  const column = `\\b${alias}\\.account_id\\b`;
  const compared = new RegExp(
    `${column}[^()]{0,80}?(=| in |<> )|(=|\\bin\\b)\\s*[(⟨]?\\s*${column}|using \\([^)]*account_id`,
  );
  if (compared.test(scope)) return true;
  const outer = withoutInner(scope);
  return (
    (!isAliased || !/\bjoin\b/.test(outer)) &&
    /(?<![.\w])account_id\s*(=|\bin\b)|[⟨(]\s*account_id\s*,[^⟩)]*[⟩)]\s*(=|in)/.test(outer)
  );
}
