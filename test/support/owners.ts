import { plainOf, tenantTables } from './tenancy.ts';

/** Statements that may return values of tenant rows without their account, each with the reason. */
const exceptions: readonly { text: RegExp; reason: string }[] = [
  {
    text: /^select b\.language from book b where .* for no key update$/,
    reason: 'a lock, and the language for the word count',
  },
  { text: /^select count\(\*\)::int as count, max\(rank\) as last from chapter/, reason: 'a count and the last rank' },
  {
    text: /^select to_char\(today, ''\) as today, d\.book_id,|^select d\.book_id, w\.days, d\.chapter_id, to_char\(min/,
    reason: 'word counts by day',
  },
  { text: /^with now_is as materialized .* from used$/, reason: 'sums of the usage of the account' },
  { text: /^with gone as \(delete from character r .* as conflict_ids from gone$/, reason: 'ids of deleted records' },
  { text: /^with judged as materialized /, reason: 'ids and sums of deleted former texts' },
  { text: /^delete from .* returning (\w+\.)?\w*id$/, reason: 'the id of a deleted record' },
  { text: /^select b\.published_at is not null as is_published, array\(/, reason: 'whether an outline may be adopted' },
  {
    text: /^insert into narration_order .* returning account_id, chapter_id, id as order_id$/,
    reason: 'the ids of a job',
  },
];

/** Outputs without content of a record: constants, counts, and columns that are only compared or locked. */
const withoutContent = /^(\d+|(\w+\.)?(id|hash|version|state)( as \w+)?|(count|exists)⟨⟩.*)$/;

/** The outputs of a statement: the items of its outermost SELECT or RETURNING list. */
export function outputsOf(plain: string): string[] {
  const outer = withoutParentheses(plain);
  const [, returned] = / returning (.*)$/.exec(outer) ?? [];
  const changes = /(^|⟩ )(insert into|update \w+|delete from) /.test(outer);
  const [, selected] = changes ? [] : (/\bselect (?!from )(.*?)(?: from | where |$)/.exec(outer) ?? []);
  return (returned ?? selected ?? '').split(',').map((item) => item.trim());
}

function withoutParentheses(plain: string): string {
  let text = plain;
  for (let before = ''; before !== text; ) {
    before = text;
    text = text.replace(/\([^()]*\)/g, '⟨⟩');
  }
  return text;
}

const tables = tenantTables();

/** Whether a statement returns values of a tenant's record without an `owner_of_` column. */
export function isUnowned(text: string): boolean {
  const plain = plainOf(text);
  const namesTenantTable = [...plain.matchAll(/\b(?:from|join|update|into) (\w+)/g)].some(([, name = '']) =>
    tables.has(name),
  );
  if (!namesTenantTable || plain.includes('owner_of_')) return false;
  return outputsOf(plain).some((item) => item !== '' && !withoutContent.test(item));
}

/** Throws for SQL texts that return rows of tenants without their account and are not exceptions. */
export function refuseUnowned(texts: readonly string[]): void {
  const faults = texts.filter((text) => isUnowned(text) && !exceptions.some((one) => one.text.test(plainOf(text))));
  if (faults.length === 0) return;
  const list = faults.map((text) => text.replace(/\s+/g, ' ').trim()).join('\n');
  throw new Error(
    `These statements return rows of tenants without their account. Select account_id AS owner_of_TABLE (src/sql/owner.ts), or add an exception with its reason to test/support/owners.ts.\n${list}`,
  );
}
