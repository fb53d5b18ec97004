import type { Book } from './book.ts';

/** Keeps the book on the screen as it is in the service. */
export async function followBook(_book: Book, _signal: AbortSignal): Promise<void> {}
