import type { Transaction } from './connect.ts';

const created = (what: 'FUNCTION' | 'TABLE') => new RegExp(`CREATE (?:OR REPLACE )?${what} (\\w+)`, 'g');

/**
 * Gives each of our functions a search path of its own: that of the schema in which it is. Restores and maintenance by others run
 * with an empty one, and our tables have no schema in the texts of functions. Made again after migrations and triggers,
 * because replacing a function forgets it. Others may have functions in the same schema: ours are those that migrations name, and
 * those of the triggers of our tables.
 */
export async function pinFunctionPaths(tx: Transaction, migrations: readonly { text: string }[]): Promise<void> {
  const named = (what: 'FUNCTION' | 'TABLE') =>
    migrations.flatMap(({ text }) => [...text.matchAll(created(what))].map(([, name = '']) => name));
  const free = await tx<{ change: string }[]>`
    SELECT format('ALTER FUNCTION %s SET search_path = %I, pg_temp', p.oid::regprocedure, current_schema()) AS change
    FROM pg_proc p
    WHERE p.pronamespace = current_schema()::regnamespace AND p.prokind = 'f' AND pg_has_role(p.proowner, 'USAGE')
      AND NOT coalesce(p.proconfig::text LIKE '%search_path=%', false)
      AND (p.proname = ANY (${named('FUNCTION')}::text[]) OR EXISTS (
        SELECT FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
        WHERE t.tgfoid = p.oid AND c.relnamespace = p.pronamespace AND c.relname = ANY (${named('TABLE')}::text[])))`;
  if (free.length > 0) await tx.unsafe(free.map(({ change }) => change).join('; '));
}
