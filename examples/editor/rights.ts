import { ask } from './client.ts';
import { RightsDocument } from './operations.gen.ts';

let rights: readonly string[] = [];

/** Reads what the key may do. Style hides what needs more: an element names it in `data-needs`. */
export async function readRights(): Promise<void> {
  rights = (await ask(RightsDocument, {})).instance.scopes;
  document.body.dataset.may = rights.join(' ');
}

/** Whether the key may change books, beyond proposing changes. */
export const mayWrite = (): boolean => rights.includes('books:write');

/** Whether the key may save or propose changes of a text. */
export const mayPropose = (): boolean => rights.includes('proposals:write');
