/** Paths of the protocols, for which doubled slashes in front are dropped. */
const doubled = /^\/{2,}(?=(?:v1|graphql|mcp)(?:\/|$))/;

/** Methods for which one slash at the end is dropped. A DELETE names its record exactly. */
const lenient: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PATCH']);

/**
 * The path that a request means: without doubled slashes before a protocol and without one slash at the end, which
 * clients add when they join addresses.
 */
export function meantPath(method: string, sent: string): string {
  const path = sent.replace(doubled, '/');
  return lenient.has(method) && path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}

/** True for `/a//b` and `/a/`. */
export function hasEmptySegment(path: string): boolean {
  return path.includes('//') || (path.length > 1 && path.endsWith('/'));
}
