import { type GraphQLNamedType, type GraphQLSchema, isEnumType, isInputObjectType } from 'graphql';
import { type Html, html, prose } from '../../markup.ts';
import { firstSentence, kindOf } from './schema-members.ts';
import { fieldsOf, isRoot, typesOf } from './schema-shape.ts';
import type { Topic } from './schema-topics.ts';

/** A searchable type, field or enum value. */
interface Entry {
  /** `Chapter`, `Chapter.title` or the name of a root field. */
  label: string;
  /** Lower-case name, which a search compares first. */
  name: string;
  kind: string;
  about: string;
  href: string;
}

const resultsMax = 30;
const queryLengthMax = 100;

export function entriesOf(schema: GraphQLSchema, topics: readonly Topic[]): Entry[] {
  const roots = topics.flatMap(({ name: topic, roots: own }) =>
    own.map(({ kind, field }) => ({
      label: field.name,
      name: field.name.toLowerCase(),
      kind: kind.toLowerCase(),
      about: firstSentence(field.description),
      href: `schema?topic=${encodeURIComponent(topic)}#field-${field.name}`,
    })),
  );
  const types = typesOf(schema).filter((type) => !isRoot(type));
  return [...types.map(typeEntry), ...roots, ...types.flatMap(memberEntries)];
}

function typeEntry(type: GraphQLNamedType): Entry {
  const { name, description } = type;
  return {
    label: name,
    name: name.toLowerCase(),
    kind: kindOf(type),
    about: firstSentence(description),
    href: `schema?type=${name}`,
  };
}

function memberEntries(type: GraphQLNamedType): Entry[] {
  const kind = isEnumType(type) ? 'value' : 'field';
  return namedMembersOf(type).map(({ name, description }) => ({
    label: `${type.name}.${name}`,
    name: name.toLowerCase(),
    kind,
    about: firstSentence(description),
    href: `schema?type=${type.name}#field-${name}`,
  }));
}

function namedMembersOf(type: GraphQLNamedType): readonly { name: string; description?: string | null | undefined }[] {
  if (isEnumType(type)) return type.getValues();
  return isInputObjectType(type) ? Object.values(type.getFields()) : fieldsOf(type);
}

/** Rank of a result, best first: equal name, prefix, part of the name, part of the description. */
function rankOf({ name, label, about }: Entry, wanted: string): number {
  if (name === wanted || label.toLowerCase() === wanted) return 0;
  if (name.startsWith(wanted)) return 1;
  if (label.toLowerCase().includes(wanted)) return 2;
  return about.toLowerCase().includes(wanted) ? 3 : Number.POSITIVE_INFINITY;
}

/** Results for a query, best first. Empty for a blank query. */
export function resultsOf(entries: readonly Entry[], query: string): Html {
  const wanted = query.trim().toLowerCase().slice(0, queryLengthMax);
  if (wanted === '') return html``;
  const ranked = entries
    .map((entry) => ({ entry, rank: rankOf(entry, wanted) }))
    .filter(({ rank }) => Number.isFinite(rank))
    .sort((one, other) => one.rank - other.rank);
  return html`<p id="found" role="status">${countOf(ranked.length)}</p>
<ol>${ranked.slice(0, resultsMax).map(({ entry }) => resultOf(entry))}</ol>`;
}

function countOf(found: number): string {
  if (found === 0) return 'Nothing found. Try a shorter word.';
  const results = found === 1 ? '1 result' : `${found} results`;
  return found > resultsMax ? `${results}, the first ${resultsMax} shown` : results;
}

function resultOf({ label, kind, about, href }: Entry): Html {
  return html`<li><a href="${href}"><code>${label}</code> <small>${kind}</small> <span>${prose(about)}</span></a></li>`;
}
