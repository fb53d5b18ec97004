import type { OpenProposal } from '../../src/domain/leaving/port/review-store.ts';
import { replaced } from '../../src/domain/text/passage/change.ts';
import { paragraphsOf } from '../../src/domain/text/passage/paragraphs.ts';
import fc from './fast-check.ts';

const word = fc.constantFrom('The', 'ferry', 'came', 'late', 'Nobody', 'waited', 'lamp', 'quay', 'snow', 'she', 'and');
const sentence = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => `${words.join(' ')}.`);
const paragraph = fc.array(sentence, { minLength: 1, maxLength: 3 }).map((all) => all.join(' '));
const block = fc.oneof({ weight: 8, arbitrary: paragraph }, { weight: 1, arbitrary: fc.constant('***') });
const text = fc.array(block, { minLength: 1, maxLength: 7 }).map((blocks) => blocks.join('\n\n'));

/** What an editor does to a paragraph. */
const change = fc.oneof(
  fc.constant(() => ''),
  fc.tuple(paragraph).map(
    ([made]) =>
      () =>
        made,
  ),
  fc.tuple(paragraph).map(
    ([made]) =>
      (former: string) =>
        `${former}\n\n${made}`,
  ),
  fc.tuple(paragraph).map(
    ([made]) =>
      (former: string) =>
        `${made}\n\n${former}`,
  ),
  fc.tuple(paragraph).map(
    ([made]) =>
      (former: string) =>
        `${former}\n\n***\n\n${made}`,
  ),
  fc.constant((former: string) => former.replace('. ', '.\n\n')),
  fc.tuple(word).map(
    ([made]) =>
      (former: string) =>
        former.replace(/\w+/, made),
  ),
  fc.tuple(paragraph, paragraph).map(
    ([one, other]) =>
      () =>
        `${one}\n\n${other}`,
  ),
);

/** A text with proposals for some of its paragraphs, and the text with all of them accepted. */
export const reviewedTexts = fc
  .tuple(text, fc.array(fc.option(change), { minLength: 7, maxLength: 7 }))
  .map(([content, changes]) => {
    const made = paragraphsOf(content).flatMap(({ start, end }, index) => {
      const [former, changed] = [content.slice(start, end), changes[index]];
      return changed && former !== '***' ? [{ start, end, text: changed(former) }] : [];
    });
    const proposals = made.map(
      ({ start, end, text }): OpenProposal => ({
        ...{ chapterId: '', alternatives: [], reason: '', authorKind: 'person', createdAt: new Date(0) },
        ...{ start, end, replacement: text },
      }),
    );
    return { content, proposals, accepted: replaced(content, made).text };
  });
