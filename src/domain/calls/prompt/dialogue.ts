/** How books in a language set speech. The marks differ between editions, so the prose of the book goes first. */
const quoted: Readonly<Record<string, string>> = {
  en: '“…”',
  'en-GB': '‘…’',
  de: '„…“',
  fr: '« … »',
  it: '«…»',
  nl: '‘…’',
  da: '»…«',
  no: '«…»',
  nb: '«…»',
  nn: '«…»',
  fi: '”…”',
  cs: '„…“',
  zh: '“…”',
  'zh-TW': '「…」',
  'zh-HK': '「…」',
  'zh-Hant': '「…」',
  ja: '「…」',
  ko: '“…”',
};

/** Languages in whose books a dash opens speech, with the dash. */
const dashed: Readonly<Record<string, string>> = { es: '—', pt: '—', pl: '—', ru: '—', uk: '—', sv: '–', hu: '–' };

/** A rule of craft on the marks of speech. */
export function dialogueRule(language: string): string {
  const key = [language, language.split('-').slice(0, 2).join('-'), language.split('-')[0] ?? ''].find(
    (tag) => tag in quoted || tag in dashed,
  );
  const asBefore = 'If the prose so far sets it otherwise, do as it does.';
  if (key === undefined) return `Set speech as books in this language do. ${asBefore}`;
  const dash = dashed[key];
  if (dash === undefined) return `Set speech in ${quoted[key]}, each speaker in a new paragraph. ${asBefore}`;
  return `Open each speech with a dash (${dash}) in a new paragraph, not with quotation marks, and set off words of the narrator inside it as the language does. ${asBefore}`;
}
