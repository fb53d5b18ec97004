/** Deepest place of a part: a chapter stands in the list of an object, a dimension in the object itself. */
const partDepthMax = 2;

/**
 * The JSON object that a reply begins, up to its last complete part, if the reply was cut for length. Undefined if no part is
 * complete. Linear in the length of the text.
 */
export function completeParts(text: string): object | undefined {
  const start = text.indexOf('{');
  const open: string[] = [];
  let inString = false;
  let kept: string | undefined;
  for (let at = start; start >= 0 && at < text.length; at += 1) {
    const sign = text[at];
    if (inString) {
      if (sign === '\\') at += 1;
      else if (sign === '"') inString = false;
    } else if (sign === '"') inString = true;
    else if (sign === '{' || sign === '[') open.push(sign === '{' ? '}' : ']');
    else if (sign === '}' || sign === ']') {
      if (open.pop() !== sign) break;
      if (sign === '}' && open.length <= partDepthMax) kept = text.slice(start, at + 1) + open.toReversed().join('');
      if (open.length === 0) break;
    }
  }
  return kept === undefined ? undefined : parsed(kept);
}

function parsed(json: string): object | undefined {
  try {
    return Object(JSON.parse(json));
  } catch {
    return undefined;
  }
}
