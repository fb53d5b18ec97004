import type { FieldNode, GraphQLResolveInfo, SelectionSetNode } from 'graphql';

type Asked = Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments'>;
/** Documents are parsed once and kept, so what they ask for is known once too. */
const known = new WeakMap<FieldNode, readonly string[]>();

/** The names of the fields asked for below a field, so that a statement selects these columns alone. */
export function fieldsOf(info: Asked): readonly string[] {
  const [node] = info.fieldNodes;
  if (!node) return [];
  const last = known.get(node);
  if (last) return last;
  const fields = [...new Set(info.fieldNodes.flatMap(({ selectionSet }) => below(selectionSet, info)))];
  known.set(node, fields);
  return fields;
}

function below(set: SelectionSetNode | undefined, info: Asked): string[] {
  return (set?.selections ?? []).flatMap((selection) => {
    if (selection.kind === 'Field') return selection.name.value;
    const inner = selection.kind === 'InlineFragment' ? selection : info.fragments[selection.name.value];
    return below(inner?.selectionSet, info);
  });
}
