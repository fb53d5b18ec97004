/** Quotation marks of a language: outer and inner ones, each as opening and closing. */
const quotes: Record<string, string> = {
  cs: '„“‚‘',
  da: '»«›‹',
  de: '„“‚‘',
  el: '«»“”',
  es: '«»“”',
  et: '„“‚‘',
  fi: '””’’',
  fr: '«»“”',
  hu: '„”»«',
  it: '«»“”',
  nb: '«»‘’',
  nn: '«»‘’',
  no: '«»‘’',
  pl: '„”‚’',
  ro: '„”«»',
  ru: '«»„“',
  sk: '„“‚‘',
  sl: '„“‚‘',
  sv: '””’’',
  uk: '«»„“',
};
const english = '“”‘’';
const apostrophe = '’';
/** Between a French quotation mark and its words. */
const thinBlank = '\u202f';

/**
 * The sign of a language for a typed one behind `before` and in front of `after`, and how many signs it replaces, itself
 * included.
 */
export function typographic(
  typed: string,
  before: string,
  after: string,
  language: string,
): { sign: string; replaced: number } | undefined {
  const code = language.toLowerCase().split('-')[0] ?? '';
  if (typed === '.') return /(?<!\.)\.\.$/.test(before) ? { sign: '…', replaced: 3 } : undefined;
  // Two dashes at the beginning of a line may become a scene break.
  if (typed === '-' && /[–—]$/.test(before)) return { sign: '—', replaced: 2 };
  if (typed === '-') return /[^-]-$/.test(before) ? { sign: code === 'en' ? '—' : '–', replaced: 2 } : undefined;
  if (typed !== '"' && typed !== "'") return undefined;
  const signs = [...(quotes[code] ?? english)];
  const [open = '', close = ''] = typed === '"' ? signs : signs.slice(2);
  const isOpen = before.lastIndexOf(open) > before.lastIndexOf(close);
  // Feet and inches, unless words in quotes end with a number.
  if (/\d$/.test(before) && !isOpen && open !== close) return undefined;
  return { sign: quoteFor(typed, [open, close, isOpen], [before, after], code), replaced: 1 };
}

function quoteFor(
  typed: string,
  [open, close, isOpen]: [open: string, close: string, isOpen: boolean],
  [before, after]: [before: string, after: string],
  code: string,
): string {
  // Behind a dash or a sign of emphasis, open words end; others begin.
  const mayBegin = code === 'fr' ? /[„“«»‚‘‹›’—–*_/>-]$/u : /[„“«»‚‘‹›—–*_/>-]$/u;
  const begins = /(?:^|[\s([{])$/u.test(before) || (!isOpen && mayBegin.test(before));
  const blank = code === 'fr' && open === '«' ? thinBlank : '';
  if (begins && !/\\$/.test(before) && !(open === close && before.endsWith(open))) return open + blank;
  if (typed === '"') return blank + close;
  const isWithin = /^[\p{L}\p{N}]/u.test(after);
  return isOpen && !isWithin ? close : apostrophe;
}
