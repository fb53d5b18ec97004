/** Shortest text that counts as the prose of an object, and longest of its other texts, characters. Ours. */
const proseMin = 40;
const otherMax = 200;

/** Whether a reply begins as a JSON object, or may still do so. */
export const mayBeJson = (reply: string) => /^\{\s*(?:"|$)/u.test(reply);

/** A text in an object, with the place of its quotation marks. */
interface Found {
  start: number;
  end: number;
  text: string;
}

/**
 * The one long text in a reply that is a JSON object, and the rest of the reply; undefined if there is none. The last text of
 * a reply that was cut has no end.
 */
export function proseInJson(reply: string, isWhole: boolean): { prose: string; rest: string } | undefined {
  if (isWhole && !/\}\s*(?:`{3}\s*)?$/u.test(reply)) return undefined;
  const texts = textsIn(reply);
  const prose = texts.toSorted((one, other) => other.text.length - one.text.length)[0];
  if (!prose || prose.text.length < proseMin) return undefined;
  if (texts.some((one) => one !== prose && one.text.length > otherMax)) return undefined;
  return { prose: prose.text, rest: `${reply.slice(0, prose.start)}…${reply.slice(prose.end)}` };
}

function textsIn(reply: string): Found[] {
  return [...reply.matchAll(/"((?:[^"\\]|\\.)*)(?:"|\\?$)/gsu)].map(({ 0: whole, 1: inner = '', index }) => ({
    start: index + 1,
    end: index + whole.length - (whole.length > inner.length + 1 ? 1 : 0),
    text: unescaped(inner),
  }));
}

/** Some models leave line breaks as they are, which JSON does not allow. */
function unescaped(inner: string): string {
  try {
    return String(JSON.parse(`"${inner.replace(/\r\n?|\n/gu, '\\n').replace(/\t/gu, '\\t')}"`));
  } catch {
    return inner.replace(/\\n/gu, '\n').replace(/\\(["\\/])/gu, '$1');
  }
}
