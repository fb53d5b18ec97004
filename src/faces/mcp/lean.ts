import type { GraphQLSchema } from 'graphql';
import type { PreparedOperation } from '../../graphql/execute.ts';
import { leanMembersOf } from '../../graphql/lean.ts';
import { type SelectedType, type Values, visibleAnswer } from '../faces.ts';

/** The concise answer of a tool. */
export interface Lean {
  /** Whether the full answer has more members; then the tool takes `detail`. */
  hasMore: boolean;
  /** Members of the concise answer. */
  selected: SelectedType;
  /** Reduces a full answer. */
  of(answer: unknown): unknown;
}

/** Omits members that their type does not declare as lean. The tool keeps the members that it names in `also`. */
export function leanOf(schema: GraphQLSchema, prepared: PreparedOperation, whole: SelectedType): Lean {
  const { tool } = prepared.operation;
  const recordType = visibleAnswer(prepared, whole, 'tool').typeName;
  let hasMore = false;

  function pruned(selected: SelectedType): SelectedType {
    const kept = leanMembersOf(schema, selected.typeName);
    const also = selected.typeName === recordType ? (tool?.also ?? []) : [];
    const isKept = ({ name }: SelectedType) => !kept || kept.includes(name) || also.includes(name);
    const selections = selected.selections.filter(isKept);
    hasMore ||= selections.length < selected.selections.length;
    return { ...selected, selections: selections.map(pruned) };
  }

  if (!tool || tool.textOf) return { hasMore: false, selected: whole, of: (answer) => answer };
  const selected = pruned(whole);
  return { hasMore, selected, of: hasMore ? (answer) => onlySelected(selected, answer) : (answer) => answer };
}

/** Copies only the selected members of an answer, in the order of the selection. */
function onlySelected(selected: SelectedType, answer: unknown): unknown {
  if (Array.isArray(answer)) return answer.map((entry) => onlySelected(selected, entry));
  if (typeof answer !== 'object' || answer === null || selected.selections.length === 0) return answer;
  const record = answer as Values;
  return Object.fromEntries(
    selected.selections
      .filter(({ name }) => record[name] !== undefined)
      .map((member) => [member.name, onlySelected(member, record[member.name])]),
  );
}
