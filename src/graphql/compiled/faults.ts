import { type FieldNode, type GraphQLError, locatedError, type ResponsePath, responsePathAsArray } from 'graphql';

/** The errors of one execution. Under a place that an error has made null already there are no further ones. */
export class Faults {
  readonly errors: GraphQLError[] = [];
  private readonly places = new Set<ResponsePath | undefined>();

  add(error: GraphQLError, place: ResponsePath | undefined): void {
    if (this.places.has(undefined)) return;
    for (let at = place; at !== undefined; at = at.prev) if (this.places.has(at)) return;
    this.places.add(place);
    this.errors.push(error);
  }
}

/** Where a value belongs, and what may become of it. */
export interface Place {
  /** Type and field. */
  name: string;
  nodes: readonly [FieldNode, ...FieldNode[]];
  isNonNull: boolean;
}

/** Null for a value that could not be had, with the error noted; thrown on where there must be a value. */
export function failed(thrown: unknown, { nodes, isNonNull }: Place, path: ResponsePath, faults: Faults): null {
  const error = locatedError(thrown, nodes, responsePathAsArray(path));
  if (isNonNull) throw error;
  faults.add(error, path);
  return null;
}
