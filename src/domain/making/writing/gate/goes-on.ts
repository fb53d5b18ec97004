import { isAboutRequest, isRefusal } from '../../../text/remark/remark.ts';
import { linesOf, listItem } from './lines.ts';

/** Shortest paragraph of prose after words of refusal, characters. Ours. */
const paragraphMin = 80;

/** Whether paragraphs of prose follow the words of refusal. */
export function goesOn(reply: string, isEnd: boolean): boolean {
  const paragraphs = [...linesOf(reply)].slice(1).filter(({ isWhole }) => isWhole || isEnd);
  return paragraphs.some(
    ({ line }) =>
      line.trim().length >= paragraphMin && !listItem.test(line) && !isRefusal(line) && !isAboutRequest(line),
  );
}
