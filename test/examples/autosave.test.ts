import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Autosave } from '../../examples/editor/autosave.ts';
import type { Draft, Unsaved, Versioned } from '../../examples/editor/chapter-draft.ts';
import type { Outcome, Saving } from '../../examples/editor/save-outcome.ts';
import { idleMs, typingMsMax } from '../../examples/editor/save-timer.ts';

const first: Versioned = { title: 'The ferry', summary: '', content: 'One.\n\nTwo.', version: 1 };

/** A fake service with one chapter, and the storage of a browser. */
function setUp(record = first) {
  const seen = {
    present: record,
    kept: undefined as Unsaved | undefined,
    saves: [] as Saving[],
    /** Replaced texts that must remain readable. */
    former: [] as string[],
    /** Responses that override the service, one per request. */
    answers: [] as Promise<Outcome>[],
    /** What the service makes of texts that conflict by paragraphs; nothing: they conflict by words, too. */
    mergeWords: (_base: Draft, _mine: Draft, _theirs: Versioned): Promise<string | undefined> =>
      Promise.resolve(undefined),
    /** While an input method composes. */
    composing: Promise.resolve(),
  };
  const autosave = new Autosave(record, {
    async save(saving) {
      seen.saves.push(saving);
      const answer = seen.answers.shift();
      if (answer) return answer;
      if (saving.expectedVersion !== seen.present.version) return { kind: 'stale', record: seen.present };
      if (saving.keepsFormer) seen.former.push(seen.present.content);
      seen.present = { ...seen.present, ...saving.patch, version: seen.present.version + 1 };
      return { kind: 'saved', record: seen.present };
    },
    keep(unsaved) {
      seen.kept = unsaved;
    },
    mergeWords: (...drafts) => seen.mergeWords(...drafts),
    ready: () => seen.composing,
    show() {},
    later(ms, work) {
      const timer = setTimeout(work, ms);
      return () => clearTimeout(timer);
    },
  });
  /** Simulates an edit from another page. */
  const changeElsewhere = (patch: Partial<Versioned>) => {
    seen.present = { ...seen.present, ...patch, version: seen.present.version + 1 };
    return seen.present;
  };
  return { autosave, seen, changeElsewhere };
}

const away = () => Promise.resolve<Outcome>({ kind: 'away' });

describe('autosave', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('saves changed fields with their base version once typing pauses', async () => {
    const { autosave, seen } = setUp();
    autosave.edit({ content: 'O' });
    await vi.advanceTimersByTimeAsync(idleMs - 1);
    autosave.edit({ content: 'On' });
    await vi.advanceTimersByTimeAsync(idleMs - 1);
    expect(seen.saves).toEqual([]);
    expect(autosave.state.name).toBe('unsaved');
    await vi.advanceTimersByTimeAsync(1);
    expect(seen.saves).toEqual([{ patch: { content: 'On' }, expectedVersion: 1, keepsFormer: false }]);
    expect(autosave.state.name).toBe('saved');
  });

  it('merges changes of one paragraph by words, and keeps what is typed meanwhile', async () => {
    const { autosave, seen, changeElsewhere } = setUp();
    const { promise, resolve } = Promise.withResolvers<string>();
    seen.mergeWords = (base, mine, theirs) => {
      expect([base.content, mine.content, theirs.content]).toEqual(['One.\n\nTwo.', 'One!\n\nTwo.', 'Ones.\n\nTwo.']);
      return promise;
    };
    autosave.edit({ content: 'One!\n\nTwo.' });
    const taken = autosave.take(changeElsewhere({ content: 'Ones.\n\nTwo.' }));
    await vi.advanceTimersByTimeAsync(0);
    autosave.edit({ content: 'One!\n\nTwo. Three.' });
    resolve('Ones!\n\nTwo.');
    await taken;
    await vi.runAllTimersAsync();
    expect([autosave.state.name, autosave.mine.content]).toEqual(['saved', 'Ones!\n\nTwo. Three.']);
    expect(seen.present.content).toBe('Ones!\n\nTwo. Three.');
  });

  it('merges a paragraph anew that is typed into during its merge', async () => {
    const { autosave, seen, changeElsewhere } = setUp();
    const answers = [Promise.withResolvers<string>(), Promise.withResolvers<string>()] as const;
    const merged: string[] = [];
    seen.mergeWords = (_base, mine) => {
      merged.push(mine.content);
      return answers[merged.length - 1]?.promise ?? Promise.reject(new Error('Nothing more is to be merged.'));
    };
    autosave.edit({ content: 'One, two.\n\nTwo.' });
    const taken = autosave.take(changeElsewhere({ content: 'Ones.\n\nTwo.' }));
    await vi.advanceTimersByTimeAsync(0);
    autosave.edit({ content: 'One, two, three.\n\nTwo.' });
    answers[0].resolve('Ones, two.\n\nTwo.');
    await vi.advanceTimersByTimeAsync(0);
    answers[1].resolve('Ones, two, three.\n\nTwo.');
    await taken;
    await vi.runAllTimersAsync();
    expect(merged).toEqual(['One, two.\n\nTwo.', 'One, two, three.\n\nTwo.']);
    expect([autosave.state.name, seen.present.content]).toEqual(['saved', 'Ones, two, three.\n\nTwo.']);
  });

  it('keeps changes that a key may only propose, until they are proposed', async () => {
    const { autosave, seen } = setUp();
    seen.answers.push(Promise.resolve<Outcome>({ kind: 'suggest' }));
    autosave.edit({ content: 'One!\n\nTwo.' });
    await vi.runAllTimersAsync();
    autosave.edit({ content: 'One!!\n\nTwo.' });
    await vi.runAllTimersAsync();
    expect([autosave.state.name, seen.saves.length, seen.kept?.mine.content]).toEqual(['suggest', 1, 'One!!\n\nTwo.']);
    autosave.proposed();
    expect([autosave.state.name, autosave.mine.content, seen.kept]).toEqual(['saved', first.content, undefined]);
  });

  it('causes a choice if a title conflicts, without merging words', async () => {
    const { autosave, seen, changeElsewhere } = setUp();
    seen.mergeWords = () => Promise.reject(new Error('Nothing is to be merged.'));
    autosave.edit({ title: 'Mine' });
    await autosave.take(changeElsewhere({ title: 'Theirs' }));
    expect(autosave.state.name).toBe('conflict');
  });

  it('keeps the text that another one replaces, also when the first attempt fails', async () => {
    const { autosave, seen } = setUp();
    seen.answers.push(away());
    autosave.replace({ content: 'One.\n\nTwo. Three.' });
    await autosave.flush();
    expect(autosave.state.name).toBe('away');
    await vi.runAllTimersAsync();
    expect(seen.former).toEqual(['One.\n\nTwo.']);
    autosave.edit({ content: 'One.\n\nTwo. Three. Four.' });
    await autosave.flush();
    expect(seen.former).toHaveLength(1);
  });

  it('saves continuous typing every few seconds', async () => {
    const { autosave, seen } = setUp();
    for (let ms = 0; ms < typingMsMax; ms += idleMs / 2) {
      autosave.edit({ content: `typed for ${ms}` });
      await vi.advanceTimersByTimeAsync(idleMs / 2);
    }
    expect(seen.saves).toHaveLength(1);
  });

  it('sends one request at a time, followed by later edits', async () => {
    const { autosave, seen } = setUp();
    const { promise, resolve } = Promise.withResolvers<Outcome>();
    seen.answers.push(promise);
    autosave.edit({ content: 'first' });
    await vi.advanceTimersByTimeAsync(idleMs);
    autosave.edit({ content: 'first, second' });
    await vi.advanceTimersByTimeAsync(idleMs * 3);
    expect(seen.saves).toHaveLength(1);
    seen.present = { ...first, content: 'first', version: 2 };
    resolve({ kind: 'saved', record: seen.present });
    await vi.advanceTimersByTimeAsync(idleMs);
    expect(seen.saves[1]).toMatchObject({ patch: { content: 'first, second' }, expectedVersion: 2 });
    expect(autosave.isSaved).toBe(true);
  });

  it('stores unsaved text locally and retries until the service is back', async () => {
    const { autosave, seen } = setUp();
    seen.answers.push(away(), away(), away());
    autosave.edit({ content: 'kept' });
    expect(seen.kept).toMatchObject({ base: first, mine: { content: 'kept' } });
    await vi.advanceTimersByTimeAsync(idleMs);
    expect(autosave.state.name).toBe('away');
    autosave.edit({ content: 'kept too' });
    await vi.advanceTimersByTimeAsync(30_000);
    expect(seen.present.content).toBe('kept too');
    expect(seen.kept).toBeUndefined();
  });

  it('adopts the normalized title of the service unless it was edited again', async () => {
    const { autosave, seen } = setUp();
    const tidied = { ...first, title: 'Ferry', version: 2 };
    seen.answers.push(Promise.resolve<Outcome>({ kind: 'saved', record: tidied }));
    autosave.edit({ title: 'Ferry ' });
    await autosave.flush();
    expect(autosave.mine.title).toBe('Ferry');
  });

  it('shows why a save was refused and retries after the next edit', async () => {
    const { autosave, seen } = setUp();
    seen.answers.push(Promise.resolve<Outcome>({ kind: 'refused', message: 'too long' }));
    autosave.edit({ content: 'too long' });
    await vi.advanceTimersByTimeAsync(idleMs);
    expect(autosave.state).toEqual({ name: 'refused', message: 'too long' });
    autosave.edit({ content: 'short' });
    await vi.advanceTimersByTimeAsync(idleMs);
    expect(seen.present.content).toBe('short');
  });
});

describe('remote changes', () => {
  it('replace unedited fields', async () => {
    const { autosave, seen, changeElsewhere } = setUp();
    await autosave.take(changeElsewhere({ content: 'Theirs.' }));
    expect(autosave.mine.content).toBe('Theirs.');
    expect(seen.saves).toEqual([]);
  });

  it('are merged with local edits of other paragraphs, before and after a save', async () => {
    const { autosave, seen, changeElsewhere } = setUp();
    autosave.edit({ content: 'One of mine.\n\nTwo.' });
    changeElsewhere({ content: 'One.\n\nTwo of theirs.' });
    await autosave.flush();
    expect(seen.present.content).toBe('One of mine.\n\nTwo of theirs.');
    expect(autosave.state.name).toBe('saved');
  });

  it('with an older version are ignored', async () => {
    const { autosave } = setUp({ ...first, version: 4 });
    await autosave.take({ ...first, content: 'Old.', version: 3 });
    expect(autosave.mine.content).toBe(first.content);
  });

  const inConflict = async () => {
    const there = setUp();
    there.autosave.edit({ content: 'Mine.\n\nTwo.' });
    there.changeElsewhere({ content: 'Theirs.\n\nTwo!' });
    await there.autosave.flush();
    expect(there.autosave.state).toEqual({ name: 'conflict', theirs: there.seen.present });
    expect(there.seen.kept?.mine.content).toBe('Mine.\n\nTwo.');
    return there;
  };

  it.each([
    ['mine', 'Mine.\n\nTwo!', ['Theirs.\n\nTwo!']],
    ['theirs', 'Theirs.\n\nTwo!', ['Theirs.\n\nTwo!', 'Mine.\n\nTwo.']],
    ['both', 'Mine.\n\nTheirs.\n\nTwo!', ['Theirs.\n\nTwo!']],
  ] as const)('of the same paragraph wait for a choice: %s is saved, the rest kept', async (choice, text, former) => {
    const { autosave, seen } = await inConflict();
    await autosave.settle(choice);
    expect(seen.present.content).toBe(text);
    expect(seen.former).toEqual(former);
    expect(autosave.state.name).toBe('saved');
    expect(seen.kept).toBeUndefined();
  });

  it('keep waiting if the choice could not be saved', async () => {
    const { autosave, seen } = await inConflict();
    seen.answers.push(away());
    expect(await autosave.settle('mine')).toBe(false);
    expect(autosave.state.name).toBe('conflict');
    expect(await autosave.settle('mine')).toBe(true);
    expect(seen.present.content).toBe('Mine.\n\nTwo!');
  });

  it('during a pending choice become part of it', async () => {
    const { autosave, changeElsewhere } = await inConflict();
    const latest = changeElsewhere({ content: 'Theirs again.\n\nTwo!' });
    await autosave.take(latest);
    expect(autosave.state).toEqual({ name: 'conflict', theirs: latest });
  });

  it('do not discard edits during a pending choice', async () => {
    const { autosave, seen } = await inConflict();
    autosave.edit({ content: 'Mine, longer.\n\nTwo.' });
    expect(seen.kept?.mine.content).toBe('Mine, longer.\n\nTwo.');
    await autosave.settle('both');
    expect(seen.present.content).toBe('Mine, longer.\n\nTheirs.\n\nTwo!');
  });
});

describe('unsaved text of an earlier visit', () => {
  const left: Unsaved = { base: first, mine: { ...first, content: 'One of mine.\n\nTwo.' } };

  it('is saved', async () => {
    const { autosave, seen } = setUp();
    expect(await autosave.recover(left)).toBe(true);
    expect(seen.present.content).toBe('One of mine.\n\nTwo.');
  });

  it('is merged with later remote changes', async () => {
    const { autosave, seen } = setUp({ ...first, content: 'One.\n\nTwo of theirs.', version: 2 });
    expect(await autosave.recover(left)).toBe(true);
    expect(seen.present.content).toBe('One of mine.\n\nTwo of theirs.');
  });

  it('causes a choice if it conflicts', async () => {
    const { autosave, seen } = setUp({ ...first, content: 'One of theirs.\n\nTwo.', version: 2 });
    await autosave.recover(left);
    expect(autosave.state.name).toBe('conflict');
    expect(seen.kept?.mine.content).toBe('One of mine.\n\nTwo.');
  });
});

describe('during a run', () => {
  it('nothing is sent; edits are kept and merged afterwards', async () => {
    const { autosave, seen, changeElsewhere } = setUp();
    autosave.hold(true);
    autosave.edit({ title: 'The last ferry' });
    await autosave.flush();
    expect(seen.saves).toEqual([]);
    const written = changeElsewhere({ content: 'Written.' });
    autosave.hold(false);
    await autosave.take(written);
    expect(seen.present).toMatchObject({ title: 'The last ferry', content: 'Written.' });
  });
});

describe('waiting', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('changes nothing while words are composed, and merges them afterwards', async () => {
    const { autosave, seen, changeElsewhere } = setUp();
    const { promise, resolve } = Promise.withResolvers<void>();
    seen.composing = promise;
    autosave.edit({ content: 'One.\n\nTwo, a' });
    const taken = autosave.take(changeElsewhere({ content: 'One more.\n\nTwo.' }));
    await vi.advanceTimersByTimeAsync(idleMs);
    expect(autosave.mine.content).toBe('One.\n\nTwo, a');
    autosave.edit({ content: 'One.\n\nTwo, and three.' });
    resolve();
    await taken;
    expect(seen.present.content).toBe('One more.\n\nTwo, and three.');
  });

  it('takes over what two earlier visits have left, and what is typed meanwhile', async () => {
    const { autosave, seen, changeElsewhere } = setUp();
    const present = changeElsewhere({ content: 'One, by an agent.\n\nTwo.' });
    await autosave.take(present);
    const { promise, resolve } = Promise.withResolvers<void>();
    seen.composing = promise;
    const left = ['One.\n\nTwo, of mine.', 'One.\n\nTwo.\n\nThree.'];
    const taken = left.map((content) => autosave.recover({ base: first, mine: { ...first, content } }));
    await vi.advanceTimersByTimeAsync(0);
    autosave.edit({ content: 'Zero.\n\nOne, by an agent.\n\nTwo.' });
    resolve();
    await vi.advanceTimersByTimeAsync(typingMsMax);
    for (const [index, isTaken] of (await Promise.all(taken)).entries())
      if (!isTaken) await autosave.recover({ base: first, mine: { ...first, content: left[index] ?? '' } });
    expect(seen.present.content).toBe('Zero.\n\nOne, by an agent.\n\nTwo, of mine.\n\nThree.');
  });

  it('keeps what is typed into a deleted chapter, and saves it when that is restored', async () => {
    const { autosave, seen } = setUp();
    seen.answers.push(Promise.resolve({ kind: 'deleted' }));
    autosave.edit({ content: 'One.' });
    await autosave.flush();
    expect(autosave.state.name).toBe('deleted');
    autosave.edit({ content: 'One. Three.' });
    await vi.advanceTimersByTimeAsync(typingMsMax);
    expect([seen.saves.length, seen.kept?.mine.content]).toEqual([1, 'One. Three.']);
    autosave.deleted(false);
    await vi.advanceTimersByTimeAsync(idleMs);
    expect([seen.present.content, autosave.state.name]).toEqual(['One. Three.', 'saved']);
  });
});
