import type { FieldNode, GraphQLResolveInfo, SelectionSetNode } from 'graphql';

type Selection = Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments'>;
/** Parsed documents are cached, so their fields are cached by node. */
const known = new WeakMap<FieldNode, readonly string[]>();

/** The names of the fields selected below a field, so that a statement selects only these columns. */
export function fieldsOf(info: Selection): readonly string[] {
  const [node] = info.fieldNodes;
  if (!node) return [];
  const last = known.get(node);
  if (last) return last;
  const fields = [...new Set(info.fieldNodes.flatMap(({ selectionSet }) => below(selectionSet, info)))];
  known.set(node, fields);
  return fields;
}

function below(set: SelectionSetNode | undefined, info: Selection): string[] {
  return (set?.selections ?? []).flatMap((selection) => {
    if (selection.kind === 'Field') return selection.name.value;
    const inner = selection.kind === 'InlineFragment' ? selection : info.fragments[selection.name.value];
    return below(inner?.selectionSet, info);
  });
}
