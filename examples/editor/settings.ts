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

/** The record that the fields belong to. */
interface Settings<Item, Patch> {
  book: Book;
  /** Its name in the browser's store, and for people. */
  name: string;
  item(): Item;
  send(patch: Patch, expectedVersion: number): Promise<unknown>;
  signal: AbortSignal;
}

/** Fields that are saved one by one, and show the record of the service. */
export function settingFields<Item extends { version: number }, Patch>(
  settings: readonly Setting<Item, Patch>[],
  { book, name, item, send, signal }: Settings<Item, Patch>,
) {
  const fields = settings.map(({ options, read, patch }) => {
    const save = (value: string, base: string) =>
      saveField({
        item,
        refresh: () => book.refresh(),
        read,
        value,
        base,
        send: (expectedVersion) => send(patch(value), expectedVersion),
      });
    const owner = { key: `${book.id}/${name}/${options.label}`, bookId: book.id, of: name, signal };
    return { read, ...field(options, save, owner) };
  });
  return {
    elements: fields.map(({ element }) => element),
    show: () => {
      for (const { read, show } of fields) show(read(item()));
    },
  };
}
