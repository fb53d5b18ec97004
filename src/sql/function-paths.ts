import type { Transaction } from './connect.ts';

/**
 * Gives each of our functions a search path of its own: that of the schema in which it is. Restores and maintenance by others run
 * with an empty one, and our tables have no schema in the texts of functions. Made again after migrations and triggers,
 * because replacing a function forgets it.
 */
export async function pinFunctionPaths(tx: Transaction): Promise<void> {
  await tx`
    DO $$
    DECLARE made record;
    BEGIN
      FOR made IN
        SELECT p.oid::regprocedure AS name FROM pg_proc p
        WHERE p.pronamespace = current_schema()::regnamespace AND pg_has_role(p.proowner, 'USAGE')
          AND NOT coalesce(p.proconfig::text LIKE '%search_path=%', false)
          AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e')
      LOOP
        EXECUTE format('ALTER FUNCTION %s SET search_path = %I, pg_temp', made.name, current_schema());
      END LOOP;
    END $$`;
}
