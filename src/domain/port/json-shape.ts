import { invalidRequest } from '../../errors.ts';

/** Of a document (ours): none has ten levels, an object of a hundred members, or a third as many objects and lists in 20 MB. */
const limits = { levels: 64, members: 1_000, parts: 500_000 };

const [quote, backslash, comma] = ['"', '\\', ','].map((sign) => sign.charCodeAt(0));
const [openObject, openList, closeObject, closeList] = ['{', '[', '}', ']'].map((sign) => sign.charCodeAt(0));

/** Refuses a text of JSON that would take long to parse or overflow the stack of what walks it; looks at signs alone, whether it is JSON or not. */
export function refuseOddShape(content: string): void {
  /** Commas in each object that is open; none are counted in lists, which have limits of their own. */
  const commas: number[] = [];
  let parts = 0;
  for (let at = 0; at < content.length; at += 1) {
    const sign = content.charCodeAt(at);
    if (sign === quote) at = endOfString(content, at);
    else if (sign === openObject || sign === openList) {
      commas.push(sign === openObject ? 0 : Number.NEGATIVE_INFINITY);
      parts += 1;
      if (commas.length > limits.levels) throw refusal(`is nested more than ${limits.levels} levels deep.`);
      if (parts > limits.parts) throw refusal(`has over ${limits.parts} objects and lists, which is no book.`);
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
  return invalidRequest([{ path: 'content', message: `${fault} Send what an export with the format json gave.` }]);
}
