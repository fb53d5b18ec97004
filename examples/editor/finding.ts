import { h, type Row } from './dom.ts';
import type { FindingFragment, LintCode, LintSeverity } from './operations.gen.ts';
import { keepTyped } from './typed.ts';
import { inOurTerms } from './wording.ts';

/** What the author can do with a finding. */
export interface Deeds {
  readonly bookId: string;
  show(finding: FindingFragment): void;
  /** Has a model rewrite the chapter, with the fix as its directive. */
  rewrite(finding: FindingFragment): Promise<void>;
  /** Adds the name that the finding is about to the cast. */
  addToCast(finding: FindingFragment): Promise<void>;
  /** Opens people and beats of the chapter. */
  openSheet(): void;
  /** Calls `sent` when it is waived. */
  waive(finding: FindingFragment, reason: string, sent: () => void): Promise<void>;
  takeBack(finding: FindingFragment): Promise<void>;
}

type Remedy = 'rewrite' | 'addToCast' | 'openSheet';

/** What mends a finding besides typing: a model is not paid for what it cannot mend, or what a key mends. */
const remedies: Partial<Record<LintCode, Remedy>> = {
  name_unlisted: 'addToCast',
  character_unplanned: 'openSheet',
  character_unseen: 'openSheet',
  character_absent: 'openSheet',
  dead_acts: 'openSheet',
  beat_unknown: 'openSheet',
  beat_misplaced: 'openSheet',
  beat_lost: 'openSheet',
  pov_drift: 'rewrite',
  tense_drift: 'rewrite',
  next_chapter_told: 'rewrite',
  previous_chapter_repeated: 'rewrite',
  text_repeated: 'rewrite',
  meta_text: 'rewrite',
  placeholder: 'rewrite',
  length_off: 'rewrite',
  avoided_words: 'rewrite',
  prose_patterns: 'rewrite',
};

const severities: Record<LintSeverity, string> = { error: '! Error', warning: '▲ Warning', note: '· Note' };

/** The row of a finding. Enter shows its words. */
export function findingRow(first: FindingFragment, deeds: Deeds): Row<FindingFragment> {
  let finding = first;
  let shown = '';
  let replacing = new AbortController();
  const keys = (event: Event) => {
    if (event.target !== element || !(event instanceof KeyboardEvent)) return;
    const next = { ArrowDown: element.nextElementSibling, ArrowUp: element.previousElementSibling }[event.key];
    if (next instanceof HTMLElement) next.focus();
    else if (event.key === 'Enter') deeds.show(finding);
    else return;
    event.preventDefault();
  };
  const element: HTMLElement = h('li', { class: 'review', tabindex: 0, 'data-item': first.id, onkeydown: keys });
  return {
    element,
    update(now) {
      finding = now;
      // What is being typed stays while the finding is the same.
      if (shown === JSON.stringify(now)) return;
      shown = JSON.stringify(now);
      replacing.abort();
      replacing = new AbortController();
      element.replaceChildren(...partsOf(now, deeds, replacing.signal));
      element.setAttribute('aria-label', `${severities[now.severity].slice(2)}: ${now.message}`);
    },
    leave: () => replacing.abort(),
  };
}

function partsOf(finding: FindingFragment, deeds: Deeds, signal: AbortSignal): HTMLElement[] {
  const { severity, message, excerpt, fix, waiver, start } = finding;
  const button = (label: string, onclick: () => unknown, attributes: Record<string, string> = {}) =>
    h('button', { type: 'button', onclick, ...attributes }, label);
  const show = start === null ? [] : [button('Show', () => deeds.show(finding))];
  const head = h('p', {}, h('strong', {}, waiver ? 'Waived' : severities[severity]), ` ${inOurTerms(message)}`);
  const quote = excerpt && start !== null ? [h('blockquote', {}, excerpt)] : [];
  if (waiver) {
    const back = button('Take back', () => deeds.takeBack(finding), { 'data-needs': 'books:write' });
    return [head, ...quote, h('p', { class: 'facts' }, waiver.reason), h('div', { class: 'actions' }, ...show, back)];
  }
  const reason = h('input', { 'aria-label': 'Why it is meant', placeholder: 'Why it is meant', maxlength: 500 });
  const about = { bookId: deeds.bookId, label: `Why it is meant: “${message}”` };
  const sent = keepTyped(reason, `${finding.id}/waiver`, about, signal);
  const waive = async (event: Event) => {
    event.preventDefault();
    if (reason.value.trim() === '') reason.focus();
    else await deeds.waive(finding, reason.value, sent);
  };
  const remedy = remedies[finding.code];
  return [
    head,
    ...quote,
    h('p', { class: 'hint' }, inOurTerms(fix)),
    h('div', { class: 'actions' }, ...show, ...(remedy ? [remedyButton(remedy, finding, deeds)] : [])),
    h('form', { class: 'actions', 'data-needs': 'books:write', onsubmit: waive }, reason, h('button', {}, 'Waive')),
  ];
}

function remedyButton(remedy: Remedy, finding: FindingFragment, deeds: Deeds): HTMLElement {
  const [label, needs, onclick] = {
    rewrite: ['Rewrite to fix', 'generation:run', () => deeds.rewrite(finding)],
    addToCast: [`Add “${finding.excerpt}” to the cast`, 'books:write', () => deeds.addToCast(finding)],
    openSheet: ['Open people and beats', 'books:write', () => deeds.openSheet()],
  }[remedy] as [string, string, () => unknown];
  const feature = remedy === 'rewrite' ? 'generation' : undefined;
  return h('button', { type: 'button', 'data-needs': needs, 'data-feature': feature, onclick }, label);
}
