import type { PostgresType } from 'postgres';

const textArrayOid = 1009;
const intArrayOid = 1007;

/**
 * Lists, as array literals of PostgreSQL and back. The driver could ask every new connection for this, but a connection
 * that is cut during that question takes the whole process with it: the driver looks after no failure there.
 */
export const arrayTypes: Record<string, PostgresType> = {
  texts: { to: textArrayOid, from: [textArrayOid], serialize: literalOf, parse: textsOf },
  ints: {
    to: intArrayOid,
    from: [intArrayOid],
    serialize: literalOf,
    parse: (literal: string) => textsOf(literal).map(Number),
  },
};

export function literalOf(list: readonly (string | number)[]): string {
  return `{${list.map((item) => `"${String(item).replace(/["\\]/g, '\\$&')}"`).join(',')}}`;
}

export function textsOf(literal: string): string[] {
  return Array.from(literal.matchAll(/"((?:[^"\\]|\\.)*)"|[^,{}]+/gs), ([bare, quoted]) =>
    quoted === undefined ? bare : quoted.replace(/\\(.)/gs, '$1'),
  );
}
