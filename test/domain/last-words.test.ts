import { describe, expect, it } from 'vitest';
import { assemble } from '../../src/domain/calls/prompt/assembly.ts';
import { assemblePrompt, type PromptInput } from '../../src/domain/calls/prompt/prompt.ts';
import { textsWanted } from '../../src/domain/calls/prompt/texts-wanted.ts';
import { blockText, countTokens, novel } from './prompt.fixture.ts';

const base = { ...novel(30, 12), budgetTokens: 32_000 };
const [first, second] = assemblePrompt(base).participants;
const nameOf = (id: string | undefined) => base.cast.find((one) => one.id === id)?.name.split(' ')[0] ?? '';
const id = (order: number) => base.chapters[order - 1]?.id ?? '';
const filler = 'The tide went out and nobody looked at it. '.repeat(12);
const said = (name: string, what: string) => `“${what},” said ${name}. “And no more of it.”`;
const withTexts = (texts: Readonly<Record<number, string>>, roomTokens = 8_000): PromptInput => ({
  ...base,
  earlier: {
    roomTokens,
    texts: Object.entries(texts).map(([order, text]) => ({ chapterId: id(Number(order)), text, isWhole: true })),
  },
});

describe('the texts of earlier chapters', () => {
  it('are those of the one before, and of the last one of each who may take part', () => {
    const chapters = base.chapters.map((one, at) => ({ ...one, ends: at < 11 ? {} : null }));
    const wanted = textsWanted({ ...base, chapters });
    expect(wanted[0]).toBe(id(11));
    expect(wanted.length).toBeGreaterThan(1);
    expect(textsWanted({ ...base, chapters: chapters.map((one) => ({ ...one, ends: null })) })).toEqual([]);
    expect(textsWanted({ ...base, chapters, chapterId: id(1) })).toEqual([]);
  });

  it('are shown where 300 tokens are left', async () => {
    const chapters = base.chapters.map((one) => ({ ...one, ends: null }));
    const { countTokens: _count, ...input } = { ...base, chapters };
    const earlierTexts = [{ chapterId: id(8), text: said(nameOf(first), 'The bell is gone'), isWhole: true }];
    const assembledIn = async (budgetTokens: number) =>
      (await assemble({ ...input, earlierTexts, budgetTokens })).prompt;
    const { tokens } = assemblePrompt({ ...base, chapters });
    const kindsIn = async (budgetTokens: number) =>
      (await assembledIn(budgetTokens)).manifest.filter(({ kind }) => kind === 'last-words').length;
    expect([await kindsIn(tokens + 299), await kindsIn(tokens + 400)]).toEqual([0, 1]);
  });

  it('show the chapter before whole, and how participants spoke before it', () => {
    const former = `It began here.\n\n${filler}\n\n${base.previousTail}`;
    const older = [filler, said(nameOf(first), 'The bell is gone'), filler, said(nameOf(second), 'It rang')].join(
      '\n\n',
    );
    const input = withTexts({ 11: former, 8: older });
    expect(blockText(input, 'previous_ending')).toContain('It began here.');
    const words = blockText(input, 'last_words');
    expect(words).toMatch(new RegExp(`<spoke><of>${nameOf(first)}.*</of> <in>8\\. .*</in>\n.*The bell is gone`, 's'));
    expect(words).toContain('It rang');
    expect(assemblePrompt(input).tokens).toBeLessThanOrEqual(32_000);
  });

  it('do not show the end of a very long chapter as the whole', () => {
    const input = withTexts({ 11: `It began here.\n\n${filler}\n\n${base.previousTail}` });
    const texts = input.earlier?.texts.map((one) => ({ ...one, isWhole: false })) ?? [];
    const cut = { ...input, earlier: { texts, roomTokens: 8_000 } };
    expect(blockText(input, 'previous_ending')).toContain('It began here.');
    expect(blockText(cut, 'previous_ending')).not.toContain('It began here.');
  });

  it('show the last passage of at most 200 words, also of the chapter before if that is too long', () => {
    const once = said(nameOf(first), 'That was once');
    const long = `${once}\n\n${filler.repeat(80)}\n\n${said(nameOf(first), 'This is now')}\n\n***\n\n${filler}`;
    const input = withTexts({ 11: long, 8: once }, 2_000);
    const words = blockText(input, 'last_words');
    expect(words).toContain('This is now');
    expect(words).not.toContain('That was once');
    expect(words).not.toContain('tide');
    expect(blockText(input, 'previous_ending')).not.toContain('That was once');
  });

  it('go first where there is no room', () => {
    const { tokens } = assemblePrompt(base);
    const older = [filler, said(nameOf(first), 'The bell is gone')].join('\n\n');
    const former = `It began here.\n\n${filler.repeat(20)}\n\n${base.previousTail}`;
    const input = { ...withTexts({ 11: former, 8: older }, 600), budgetTokens: tokens + 600 };
    const { manifest } = assemblePrompt(input);
    expect(countTokens(former)).toBeGreaterThan(600);
    expect(manifest.find(({ kind }) => kind === 'last-words')?.status).toBe('full');
    expect(blockText(input, 'previous_ending')).not.toContain('It began here.');
    expect(
      assemblePrompt({ ...input, budgetTokens: tokens }).manifest.find(({ kind }) => kind === 'last-words')?.status,
    ).toBe('omitted');
  });
});
