import { type FieldNode, type GraphQLError, locatedError, type ResponsePath, responsePathAsArray } from 'graphql';

/** Collects the errors of one execution. An error below a path that is already null is dropped. */
export class ErrorCollector {
  readonly errors: GraphQLError[] = [];
  /** True once an error has reached the root: the response has no data, so no further resolver runs. */
  isDataNull = false;
  /** Paths that an error made null; `undefined` is the root. */
  private readonly nullPaths = new Set<ResponsePath | undefined>();

  add(error: GraphQLError, path: ResponsePath | undefined): void {
    if (this.nullPaths.has(undefined)) return;
    for (let at = path; at !== undefined; at = at.prev) if (this.nullPaths.has(at)) return;
    this.nullPaths.add(path);
    this.isDataNull = path === undefined;
    this.errors.push(error);
  }
}

/** A field, or the entries of a list field, as error handling sees it. */
export interface FieldPosition {
  /** `Type.field`, for error messages. */
  name: string;
  nodes: readonly [FieldNode, ...FieldNode[]];
  isNonNull: boolean;
}

/** Null propagation: records the error and returns null, or throws the located error if the position is non-null. */
export function handleError(
  thrown: unknown,
  { nodes, isNonNull }: FieldPosition,
  path: ResponsePath,
  errors: ErrorCollector,
): null {
  const error = locatedError(thrown, nodes, responsePathAsArray(path));
  if (isNonNull) throw error;
  errors.add(error, path);
  return null;
}
