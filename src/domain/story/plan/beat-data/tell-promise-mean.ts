import type { BeatSheet } from '../beat.ts';

/** Not a published shape: its beats derive from the premise, the reader promise and the theme statement. */
export const tellPromiseMean: BeatSheet = {
  id: 'tell-promise-mean',
  name: 'Tell / Promise / Mean',
  description:
    "Three plain questions to a book: what is it telling, what does it offer the reader, and what does it come to mean? Built on the plan's own premise, promise and theme; suits short or free forms.",
  beats: [
    {
      key: 'tell',
      label: 'Tell',
      intent: 'Say without riddles who this is about, where we are and what is going on, as the premise has it.',
      start: 0,
      end: 0.2,
    },
    {
      key: 'promise',
      label: 'Promise',
      intent:
        'Let the reader see what this book offers them; then advance that offer in every scene and put it to the test.',
      start: 0.2,
      end: 0.8,
    },
    {
      key: 'mean',
      label: 'Mean',
      intent: 'Keep the promise, or break it knowingly, in a way that lets the theme be felt and not announced.',
      start: 0.8,
      end: 1,
    },
  ],
};
