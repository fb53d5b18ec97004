import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { lacksChromium } from './support/chromium.ts';
import { barriers, newTestChapter, storedChapter, untilSaved, untilShown, untilStored } from './support/editor.ts';
import { content, editorSuite } from './support/editor-suite.ts';

import { placeOfSelection, select, selectionOn, textOn } from './support/surface.ts';

const suite = 'prose on the surface of the example editor';

/** The text as it is drawn. */
const drawn = (page: Page): Promise<string> => content(page).evaluate((element) => (element as HTMLElement).innerText);
const looks = (page: Page, look: string) => page.locator(`#content .md-${look}`).allInnerTexts();

/** Pastes what another program has copied. */
const paste = (page: Page, data: { html?: string; text?: string }) =>
  content(page).evaluate((element, { html, text }) => {
    const clipboardData = new DataTransfer();
    if (html) clipboardData.setData('text/html', html);
    clipboardData.setData('text/plain', text ?? '');
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, data);

const copies: [program: string, html: string, expected: string][] = [
  [
    'Word',
    `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style><!-- p.MsoNormal {margin:0} --></style></head>
    <body><!--StartFragment--><h2>Night<o:p></o:p></h2><p class=MsoNormal><span style='mso-spacerun:yes'> </span>The
    <i style='mso-bidi-font-style:normal'>ferry</i> came <b>late</b>.<o:p></o:p></p><p class=MsoNormal align=center>* * *</p>
    <p class=MsoNormal>Roses,<br>violets.</p><span style='display:none'>hidden</span><!--EndFragment--></body></html>`,
    '## Night\n\nThe *ferry* came **late**.\n\n* * *\n\nRoses,\\\nviolets.',
  ],
  [
    'Google Docs',
    `<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr"><span style="font-weight:400;font-style:normal">The </span><span style="font-weight:400;font-style:italic">ferry</span><span style="font-weight:700;font-style:normal"> came</span><span style="font-weight:400"> late.</span></p><br /><p dir="ltr"><span style="font-weight:400">Nobody came.</span></p></b><br class="Apple-interchange-newline">`,
    'The *ferry* **came** late.\n\nNobody came.',
  ],
  [
    'LibreOffice',
    `<!DOCTYPE html><html><head><title></title><meta name="generator" content="LibreOffice"/></head><body lang="en-GB" dir="ltr">
    <p style="line-height: 100%; margin-bottom: 0cm">The <font color="#000000"><i>ferry</i></font> came.</p>
    <p style="margin-bottom: 0cm"><br/></p><hr/><ul><li><p>One</p></li><li><p>Two</p></li></ul></body></html>`,
    'The *ferry* came.\n\n* * *\n\nOne\n\nTwo',
  ],
  [
    'a page',
    '<article><h1>A <em>title</em></h1><div>One<div>Two</div></div><table><tr><td>Three</td><td>Four</td></tr></table><p>Five <a href="https://x.org">six</a><sup>7</sup></p></article>',
    '# A *title*\n\nOne\n\nTwo\n\nThree\n\nFour\n\nFive six7',
  ],
  ['a page, a part of a line', '<span>the </span><em> very</em><span> end</span>', 'the *very* end'],
  [
    'a page with signs of Markdown',
    '<p>2 * 3 = _x_ and snake_case</p><p># 1</p><p>1. May</p><p>- no</p><p>[a](b) [TODO] &lt;b&gt; `c` \\</p>',
    '2 \\* 3 = \\_x\\_ and snake_case\n\n\\# 1\n\n1\\. May\n\n\\- no\n\n\\[a](b) [TODO] \\<b> \\`c\\` \\\\',
  ],
  [
    'a page with lines',
    '<p>Hi.<br>- No.<br>1. May<br>=</p><p>[Anna]: No. &amp;copy; <q>so</q><del>gone</del></p><pre>A.\n\nB.</pre><h2><br></h2>',
    'Hi.\\\n\\- No.\\\n1\\. May\\\n\\=\n\n\\[Anna]: No. \\&copy; “so”\n\nA.\n\nB.',
  ],
  [
    'a page with emphasis at letters',
    '<p><b>Note:</b>text, was<i>—wait—</i>gone, a<i>b</i>c, <b><i>both</i></b></p>',
    '**Note**:text, was—*wait*—gone, a*b*c, ***both***',
  ],
  ['a page, a part with a blank', '<span>very </span>', 'very '],
  [
    'a hostile page',
    `<img src=x onerror="window.hit=1"><script>window.hit=2</script><svg onload="window.hit=3"><text>no</text></svg><iframe srcdoc="<script>parent.hit=4</script>"></iframe><p onclick="window.hit=5" style="background:url(javascript:hit=6)">Safe.</p><template><p>no</p></template><style>*{display:none}</style>`,
    'Safe.',
  ],
];

describe.skipIf(lacksChromium(suite))(suite, () => {
  const { editor, openAt } = editorSuite(suite);

  it('draws prose as readers see it, with signs only at the caret', async () => {
    const text =
      '## Night\n\nThe *ferry* came **late**, \\*so\\*.\n\n* * *\n\n> She ~~rang~~ sang.\n\nRoses,\\\nviolets.[^1]';
    const target = await newTestChapter(editor().url, text);
    const page = await openAt(target.editorUrl);
    await untilShown(content(page), text);
    const plain = () => drawn(page).then((all) => all.split(/\n+/));
    await expect
      .poll(plain)
      .toEqual(['Night', 'The ferry came late, *so*.', '* * *', 'She rang sang.', 'Roses,', 'violets.[^1]']);
    expect([await looks(page, 'em'), await looks(page, 'strong'), await looks(page, 'del')]).toEqual([
      ['ferry'],
      ['late'],
      ['rang'],
    ]);
    expect([await looks(page, 'h2'), await looks(page, 'break'), await looks(page, 'note')]).toEqual([
      ['Night'],
      ['* * *'],
      ['[^1]'],
    ]);
    expect(await barriers(page)).toEqual([]);
    await select(page, text.indexOf('erry'), text.indexOf('erry'));
    await expect.poll(plain).toContain('The *ferry* came late, *so*.');
    await select(page, 0, 0);
    await expect.poll(plain).toContain('## Night');
    expect((await storedChapter(target)).content).toBe(text);
  });

  it('makes paragraphs, lines and emphasis by key, and by a bar over selected words', async () => {
    const target = await newTestChapter(editor().url, '');
    const page = await openAt(target.editorUrl);
    await content(page).click();
    await page.keyboard.type('The ferry came.');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Roses,');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('violets');
    await page.keyboard.press('Control+i');
    await page.keyboard.press('End');
    await page.keyboard.press('Control+Shift+8');
    await page.keyboard.type('Day.');
    await untilShown(content(page), 'The ferry came.\n\nRoses,\\\n*violets*\n\n* * *\n\nDay.');
    await untilSaved(page);
    await untilStored(() => storedChapter(target), { content: await textOn(page) });
    await content(page)
      .getByText('ferry')
      .dblclick({ position: { x: 50, y: 14 } });
    await page.getByRole('toolbar', { name: 'Selected words' }).getByRole('button', { name: 'Bold' }).click();
    await untilShown(content(page), 'The **ferry** came.\n\nRoses,\\\n*violets*\n\n* * *\n\nDay.');
    await page.keyboard.press('Control+b');
    await page.keyboard.press('Home');
    await page.keyboard.press('Control+Shift+9');
    await untilShown(content(page), '> The ferry came.\n\nRoses,\\\n*violets*\n\n* * *\n\nDay.');
    for (let step = 0; step < 3; step += 1) await page.keyboard.press('Control+z');
    await untilShown(content(page), 'The ferry came.\n\nRoses,\\\n*violets*\n\n* * *\n\nDay.');
    // Tab leaves the text.
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.id')).not.toBe('content');
  });

  it('keeps a paragraph that is typed between two', async () => {
    const target = await newTestChapter(editor().url, 'One.\n\nThree.');
    const page = await openAt(target.editorUrl);
    await untilShown(content(page), 'One.\n\nThree.');
    await select(page, 5, 5);
    await page.keyboard.type('Two.');
    await untilShown(content(page), 'One.\n\nTwo.\n\nThree.');
    await page.keyboard.press('Home');
    await page.keyboard.press('Backspace');
    await untilShown(content(page), 'One.Two.\n\nThree.');
  });

  it.each(copies)('pastes from %s what prose has, and nothing else', async (_program, html, expected) => {
    const target = await newTestChapter(editor().url, '');
    const page = await openAt(target.editorUrl);
    await content(page).click();
    await paste(page, { html });
    await untilShown(content(page), expected);
    expect(await page.evaluate('window.hit')).toBeUndefined();
    await page.keyboard.press('Control+z');
    await untilShown(content(page), '');
  });

  it('pastes long and deep pages in steps with their length', async () => {
    const target = await newTestChapter(editor().url, '');
    const page = await openAt(target.editorUrl);
    await content(page).click();
    // Each of these took seconds, or overflowed the stack.
    await paste(page, { html: `<p>${'a [b '.repeat(40_000)}</p>` });
    await untilShown(content(page), 'a [b '.repeat(40_000).trim());
    for (const html of ['a<br>'.repeat(40_000), '<span>a</span>'.repeat(40_000), `${'<span>'.repeat(20_000)}deep`]) {
      await content(page).press('Control+a');
      await paste(page, { html });
      await expect.poll(() => textOn(page)).not.toContain('[b');
    }
    expect(await textOn(page)).toBe('deep');
  });

  it('pastes plain text by paragraphs', async () => {
    const target = await newTestChapter(editor().url, '');
    const page = await openAt(target.editorUrl);
    await content(page).click();
    await paste(page, { text: 'One.\r\nTwo.\r\n' });
    await untilShown(content(page), 'One.\n\nTwo.');
    await content(page).fill('');
    await paste(page, { text: 'Roses,\\\nviolets.\n\nTwo.' });
    await untilShown(content(page), 'Roses,\\\nviolets.\n\nTwo.');
  });

  it('sets typographic marks, which undo gives back, unless they are not wanted', async () => {
    const target = await newTestChapter(editor().url, '');
    const page = await openAt(target.editorUrl);
    await content(page).click();
    await page.keyboard.type('She said: "No');
    await page.keyboard.type('"');
    await untilShown(content(page), 'She said: “No”');
    await page.keyboard.press('Control+z');
    await untilShown(content(page), 'She said: “No"');
    await page.getByRole('button', { name: 'View' }).click();
    await page.getByLabel('Typographic quotes').uncheck();
    await page.getByRole('dialog', { name: 'View' }).getByRole('button', { name: 'Close' }).click();
    await content(page).click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' "Yes" ...');
    await untilShown(content(page), 'She said: “No" "Yes" ...');
  });

  it('keeps the line at one height while nothing but the text is shown, and counts its words', async () => {
    const lines = Array.from({ length: 60 }, (_, n) => `Paragraph ${n}.`).join('\n\n');
    const target = await newTestChapter(editor().url, lines);
    const page = await openAt(target.editorUrl);
    await untilShown(content(page), lines);
    await content(page).press('F9');
    await page.locator('#focus-words', { hasText: '120 words' }).waitFor();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' Amen to that');
    await page.locator('#focus-words', { hasText: '123 words' }).waitFor();
    const height = async () => Math.round((await placeOfSelection(page)).top);
    await expect.poll(height).toBeGreaterThan(350);
    const before = await height();
    await page.keyboard.press('Enter');
    await page.keyboard.type('More.');
    await expect.poll(async () => Math.abs((await height()) - before)).toBeLessThan(3);
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Outline' }).waitFor();
    expect(await selectionOn(page)).toEqual([lines.length + 20, lines.length + 20]);
  });
});
