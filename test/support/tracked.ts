/** The words of the paragraphs of a Word document if all its tracked changes are made, or none. */
export function paragraphsIn(document: string, isAccepted: boolean): string[] {
  const [gone, mark] = isAccepted ? ['del', /<w:del [^>]*\/>/] : ['ins', /<w:ins [^>]*\/>/];
  const runs = new RegExp(`<w:${gone} [^>]*[^/]>.*?</w:${gone}>`, 'gs');
  const paragraphs: string[] = [];
  let before = '';
  for (const [, inner = ''] of document.matchAll(/<w:p>(.*?)<\/w:p>/gs)) {
    const [properties = ''] = /<w:pPr>.*?<\/w:pPr>/s.exec(inner) ?? [];
    const words = inner.replace(properties, '').replace(runs, '');
    const text = [...words.matchAll(/<w:(?:t|delText)(?: [^>]*)?>([^<]*)<|<w:br\/>/g)].map(([, one = ' ']) => one);
    before += text.join('');
    // What ends it is gone: it goes on in the next one.
    if (mark.test(properties)) continue;
    paragraphs.push(before.replace(/\s+/g, ' ').trim());
    before = '';
  }
  return [...paragraphs, before].filter((text) => text !== '');
}
