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
  if (typed === '-') return /[^\n-]-$/.test(before) ? { sign: code === 'en' ? '—' : '–', replaced: 2 } : undefined;
  if (typed === '"' || typed === "'") return { sign: quoteFor(typed, before, after, code), replaced: 1 };
  return undefined;
}

function quoteFor(typed: string, before: string, after: string, code: string): string {
  const signs = [...(quotes[code] ?? english)];
  const [open = '', close = ''] = typed === '"' ? signs : signs.slice(2);
  const isOpening = /(?:^|[\s([{„“«»‚‘‹›—–*_/>-])$/u.test(before) && !/\\$/.test(before);
  if (isOpening && !(open === close && before.endsWith(open)))
    return code === 'fr' && open === '«' ? open + thinBlank : open;
  if (typed === '"') return code === 'fr' ? thinBlank + close : close;
  const isWithin = /^[\p{L}\p{N}]/u.test(after);
  const isOpen = before.lastIndexOf(open) > before.lastIndexOf(close);
  return isOpen && !isWithin ? close : apostrophe;
}
