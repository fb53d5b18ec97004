import { type Book, saveField } from './book.ts';
import { type FieldOptions, field } from './fields.ts';

/** One setting of a record that a book has once. */
export interface Setting<Item, Patch> {
  options: FieldOptions;
  read(item: Item): string;
  patch(value: string): Patch;
}

export const numberOrNull = (text: string) => (text === '' ? null : Number(text));

export const orNull = (text: string) => text.trim() || null;

/** Fields that are saved one by one, and show the record of the service. */
export function settingFields<Item extends { version: number }, Patch>(
  settings: readonly Setting<Item, Patch>[],
  book: Book,
  item: () => Item,
  send: (patch: Patch, expectedVersion: number) => Promise<unknown>,
) {
  const fields = settings.map(({ options, read, patch }) => {
    const save = (value: string) =>
      saveField({ book, item, read, send: (expectedVersion) => send(patch(value), expectedVersion) });
    return { read, ...field(options, save) };
  });
  return {
    elements: fields.map(({ element }) => element),
    show: () => {
      for (const { read, show } of fields) show(read(item()));
    },
  };
}
