import { invalidRequest } from '../../../../errors.ts';

/**
 * Limits of a document (ours): real ones have fewer than ten levels, a hundred members per object, and a third as many
 * objects and lists in 20 MB.
 */
const limits = { levels: 64, members: 1_000, parts: 500_000 };

const [quote, backslash, comma] = ['"', '\\', ','].map((sign) => sign.charCodeAt(0));
const [openObject, openList, closeObject, closeList] = ['{', '[', '}', ']'].map((sign) => sign.charCodeAt(0));

/**
 * Refuses JSON text that would take long to parse or overflow a recursion. Only looks at characters, so the text may be
 * invalid.
 */
export function refuseOddShape(content: string): void {
  /** Commas of each open object; lists have limits of their own. */
  const commas: number[] = [];
  let parts = 0;
  for (let at = 0; at < content.length; at += 1) {
    const sign = content.charCodeAt(at);
    if (sign === quote) at = endOfString(content, at);
    else if (sign === openObject || sign === openList) {
      commas.push(sign === openObject ? 0 : Number.NEGATIVE_INFINITY);
      parts += 1;
      if (commas.length > limits.levels) throw refusal(`is nested more than ${limits.levels} levels deep.`);
      if (parts > limits.parts) throw refusal(`has more than ${limits.parts} objects and lists, which is the limit.`);
    } else if (sign === closeObject || sign === closeList) commas.pop();
    else if (sign === comma) {
      const count = (commas.pop() ?? 0) + 1;
      commas.push(count);
      if (count >= limits.members) throw refusal(`has an object of over ${limits.members} members.`);
    }
  }
}

function endOfString(content: string, start: number): number {
  let at = start + 1;
  while (at < content.length && content.charCodeAt(at) !== quote) at += content.charCodeAt(at) === backslash ? 2 : 1;
  return at;
}

function refusal(fault: string) {
  return invalidRequest([{ path: 'content', message: `${fault} Send an unchanged export in the format json.` }]);
}
