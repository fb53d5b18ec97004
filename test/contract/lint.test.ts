import { describe, expect, it } from 'vitest';
import { findingsPerCodeMax, waiversMax } from '../../src/domain/text/lint/rules.ts';
import { newId } from '../../src/ids/id.ts';
import { faceNames, faultsOf, hasTool, type Json, ownService } from '../support/faces.ts';
import { statementsOf } from '../support/statements.ts';
import { describeInTurn } from '../support/turns.ts';

const own = ownService();
const rest = own.face('REST');
const slip = 'They asked 🌧 *Odille* about it.';

/** A book with the character Odile and one chapter. */
async function chapterWith(content: string, fields: object = {}): Promise<{ bookId: string; chapterId: string }> {
  const bookId = await own.newBook(fields);
  await own.newCharacter(bookId, 'Odile');
  return { bookId, chapterId: await own.newChapter(bookId, { content }) };
}

describeInTurn(faceNames)('lint through %s', (name, it) => {
  const lint = own.face(name);
  // There is no MCP tool that waives a finding.
  const change = own.face(hasTool('waiveFinding') || name !== 'MCP' ? name : 'REST');

  it('returns each finding with position and fix, and the skipped checks', async () => {
    const at = await chapterWith(slip);
    const report = await lint('lintChapter', at);
    expect(report).toMatchObject({
      chapterId: at.chapterId,
      chapterVersion: 1,
      language: 'en',
      open: 1,
      waived: 0,
      omitted: 0,
    });
    expect(report.findings).toEqual([
      {
        id: expect.stringMatching(/^fnd_[0-9a-hjkmnp-tv-z]{26}$/),
        code: 'name_misspelled',
        severity: 'warning',
        message: expect.stringContaining('“Odile”'),
        start: 14,
        end: 20,
        excerpt: 'Odille',
        fix: expect.stringMatching(/^Write “Odile”/),
        waiver: null,
      },
    ]);
    expect(report.checksSkipped).toContainEqual({ code: 'pov_drift', reason: expect.stringContaining('plan') });
  });

  it('keeps a waiver while its words remain, wherever they move', async () => {
    const at = await chapterWith(slip);
    const { id: findingId } = (await lint('lintChapter', at)).findings[0];
    const waive = (reason: string) => change('waiveFinding', { ...at, input: { findingId, reason } });
    const edit = (content: string) => rest('updateChapter', { ...at, patch: { content } });
    const waiver = { reason: 'Her sister spells it so.', createdAt: expect.any(String) };

    expect(await waive(waiver.reason)).toMatchObject({ id: findingId, excerpt: 'Odille', waiver });
    await edit(`It rained.\n\n${slip}`);
    const moved = await lint('lintChapter', at);
    expect(moved).toMatchObject({ chapterVersion: 2, open: 0, waived: 1 });
    expect(moved.findings).toEqual([expect.objectContaining({ id: findingId, start: 26, waiver })]);
    await edit('It rained.');
    expect(await lint('lintChapter', at)).toMatchObject({ findings: [], open: 0, waived: 0 });
    await edit(`${slip} By noon they left Odille.`);
    const twice = await lint('lintChapter', at);
    expect(twice.findings.map((finding: Json) => finding.waiver?.reason)).toEqual([waiver.reason, undefined]);
    expect(twice).toMatchObject({ open: 1, waived: 1 });

    expect(await waive('Another reason.')).toMatchObject({ waiver: { reason: 'Another reason.' } });
    expect(await change('removeWaiver', { ...at, findingId })).toEqual({ ok: true });
    expect(await lint('lintChapter', at)).toMatchObject({ open: 2, waived: 0 });
    await expect(change('removeWaiver', { ...at, findingId })).rejects.toMatchObject({ code: 'not_found' });
  });

  it.each([
    ['that the text does not have', newId('fnd')],
    ['with a malformed id', 'x'],
  ])('refuses to waive a finding %s', async (_what, findingId) => {
    const at = await chapterWith(slip);
    const waived = change('waiveFinding', { ...at, input: { findingId, reason: 'So.' } });
    await expect(waived).rejects.toMatchObject({ code: 'not_found' });
  });

  it.each([
    ['no reason', {}, 'reason'],
    ['a blank reason', { reason: ' ' }, 'reason'],
    ['a reason of 501', { reason: 'x'.repeat(501) }, 'reason'],
    ['an unknown field', { reason: 'So.', code: 'pov_drift' }, 'code'],
  ])('refuses a waiver with %s', async (_what, input, path) => {
    const at = await chapterWith(slip);
    const [{ id: findingId }] = (await lint('lintChapter', at)).findings;
    expect(await faultsOf(change('waiveFinding', { ...at, input: { findingId, ...input } }))).toContain(path);
    expect((await lint('lintChapter', at)).waived).toBe(0);
  });

  it('checks against plan, cast, outline and the previous chapter', async () => {
    const bookId = await own.newBook();
    await rest('updatePlan', {
      bookId,
      patch: { povLock: 'third-limited', tenseLock: 'past', beatSheetTemplate: 'three-act' },
    });
    const adaId = await own.newCharacter(bookId, 'Ada');
    const run = 'the ferry that never lands twice had come in late under rain with nobody at the wheel of it';
    await own.newChapter(bookId, { content: `At dawn ${run}.` });
    const content = `I saw that ${run}. I told my own people of it.\n\n${'The rain is cold and has no end, and goes on, and looks grey. '.repeat(2)}`;
    const fields = {
      content: content + 'Nobody spoke of it then. '.repeat(20),
      povCharacterId: adaId,
      beatKeys: ['hook', 'catalyst'],
    };
    const chapterId = await own.newChapter(bookId, fields);
    const { findings } = await lint('lintChapter', { bookId, chapterId });
    const codes = new Set(findings.map(({ code }: Json) => code));
    expect([...codes].sort()).toEqual(
      [
        'beat_lost',
        'beat_misplaced',
        'beat_unknown',
        'character_unseen',
        'pov_drift',
        'previous_chapter_repeated',
        'tense_drift',
        'text_repeated',
      ].sort(),
    );
  });

  it('lists twenty findings per code, counts the others, and keeps waived ones', async () => {
    const at = await chapterWith(
      `Odile. ${'They asked Odille. '.repeat(2)}${'Odile came. '.repeat(300)}${'They saw Odille. '.repeat(55)}`,
    );
    const before = await lint('lintChapter', at);
    const slips = (report: Json) => report.findings.filter(({ code }: Json) => code === 'name_misspelled');
    expect([slips(before).length, before.omitted]).toEqual([findingsPerCodeMax, 57 - findingsPerCodeMax]);
    await change('waiveFinding', { ...at, input: { findingId: slips(before)[0].id, reason: 'So.' } });
    const after = await lint('lintChapter', at);
    expect([slips(after).length, after.omitted]).toEqual([findingsPerCodeMax + 1, 57 - findingsPerCodeMax - 1]);
  });
});

describe('waivers', () => {
  it('are limited to 500 per chapter, including those of former texts', async () => {
    const at = await chapterWith(slip);
    const [{ id: findingId }] = (await rest('lintChapter', at)).findings;
    const { write } = own.running().database;
    await write`
      INSERT INTO lint_waiver (account_id, chapter_id, finding_id, reason)
      SELECT account_id, id, 'fnd_' || n, 'So.' FROM chapter, generate_series(1, ${waiversMax}) n WHERE id = ${at.chapterId}`;
    const waive = () => rest('waiveFinding', { ...at, input: { findingId, reason: 'So.' } });
    await expect(waive()).rejects.toMatchObject({ code: 'invalid_state', message: expect.stringContaining('500') });
    await write`DELETE FROM lint_waiver WHERE chapter_id = ${at.chapterId} AND finding_id = 'fnd_1'`;
    await waive();
    // Replacing an existing waiver needs no room.
    await waive();
  });

  it('are restored with their chapter and purged with it', async () => {
    const at = await chapterWith(slip);
    const [{ id: findingId }] = (await rest('lintChapter', at)).findings;
    await rest('waiveFinding', { ...at, input: { findingId, reason: 'So.' } });
    await rest('deleteChapter', at);
    await expect(rest('removeWaiver', { ...at, findingId })).rejects.toMatchObject({ code: 'not_found' });
    await rest('restoreChapter', at);
    expect((await rest('lintChapter', at)).waived).toBe(1);
    const { write } = own.running().database;
    await write`DELETE FROM chapter WHERE id = ${at.chapterId}`;
    expect(await write`SELECT 1 FROM lint_waiver WHERE chapter_id = ${at.chapterId}`).toHaveLength(0);
  });

  it('require books:write, while lint requires books:read', async () => {
    const at = await chapterWith(slip);
    const key = await own.running().newKey({ scopes: ['books:read'] });
    const refused = own.face('REST', key)('waiveFinding', { ...at, input: { findingId: newId('fnd'), reason: 'So.' } });
    await expect(refused).rejects.toMatchObject({
      code: 'insufficient_scope',
      body: { required_scope: 'books:write' },
    });
  });
});

describe('the statements of lint', () => {
  it('are constant in the length of the book', async () => {
    const short = await chapterWith(slip);
    const long = await chapterWith(slip);
    for (let at = 0; at < 5; at += 1) {
      await own.newChapter(long.bookId, { content: 'Rain.' });
      await own.newCharacter(long.bookId, `Ada ${at}`);
    }
    const statementsFor = (at: object) => statementsOf(own.running(), () => rest('lintChapter', { ...at }));
    expect(await statementsFor(long)).toEqual(await statementsFor(short));
  });

  it('read one snapshot: positions match the version during concurrent writes', async () => {
    const at = await chapterWith(slip);
    const texts = [slip, `🌊🌊🌊 ${slip}`];
    const writing = (async () => {
      for (let n = 1; n <= 12; n += 1) await rest('updateChapter', { ...at, patch: { content: texts[n % 2] } });
    })();
    const reports = await Promise.all(Array.from({ length: 12 }, () => rest('lintChapter', at)));
    await writing;
    for (const { chapterVersion, findings } of reports)
      expect([chapterVersion % 2, findings[0].start]).toEqual([chapterVersion % 2, chapterVersion % 2 ? 14 : 18]);
  });
});
