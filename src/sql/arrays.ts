import type { PostgresType } from 'postgres';

const textArrayOid = 1009;
const intArrayOid = 1007;
const floatArrayOid = 1022;

/**
 * Array types of PostgreSQL. The driver could query them on each new connection, but a connection lost during that query
 * would crash the process, because the driver does not handle that failure.
 */
export const arrayTypes: Record<string, PostgresType> = {
  texts: { to: textArrayOid, from: [textArrayOid], serialize: literalOf, parse: textsOf },
  ints: { to: intArrayOid, from: [intArrayOid], serialize: literalOf, parse: numbersOf },
  floats: { to: floatArrayOid, from: [floatArrayOid], serialize: literalOf, parse: numbersOf },
};

export function literalOf(list: readonly (string | number)[]): string {
  return `{${list.map((item) => `"${String(item).replace(/["\\]/g, '\\$&')}"`).join(',')}}`;
}

/** Parses one-dimensional array literals. Most are empty or contain ids, which are never quoted and only need a split. */
export function textsOf(literal: string): string[] {
  if (literal === '{}') return [];
  if (!literal.includes('"')) return literal.slice(1, -1).split(',');
  const texts: string[] = [];
  for (let at = 1; at < literal.length; ) {
    const isQuoted = literal[at] === '"';
    const end = isQuoted ? closingQuote(literal, at + 1) : endOfWord(literal, at);
    texts.push(isQuoted ? unescaped(literal.slice(at + 1, end)) : literal.slice(at, end));
    at = isQuoted ? end + 2 : end + 1;
  }
  return texts;
}

function numbersOf(literal: string): number[] {
  return textsOf(literal).map(Number);
}

function endOfWord(literal: string, from: number): number {
  const comma = literal.indexOf(',', from);
  return comma < 0 ? literal.length - 1 : comma;
}

/** Position of the first unescaped quote. */
function closingQuote(literal: string, from: number): number {
  let at = from;
  while (at < literal.length && literal[at] !== '"') at += literal[at] === '\\' ? 2 : 1;
  return at;
}

function unescaped(text: string): string {
  return text.includes('\\') ? text.replace(/\\(.)/gs, '$1') : text;
}
