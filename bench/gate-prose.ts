/** Paragraphs of a novel: narration and dialogue, short and long, some with the first letters of a remark. */
const paragraphs = [
  'The ferry came in an hour late, with its lamps out, and nobody stood at the rail. Odile watched it from the end of the pier, her collar up against the rain, and counted the portholes as her father had taught her.',
  '“You said nine,” she told the harbour master. “You said nine, and I have been here since eight.”',
  'He shrugged.',
  'In the customs shed two men were playing cards on a crate. Neither of them looked up when she came in, and neither of them won while she was there. The stove smoked. Somebody had hung a wet coat over the only window.',
  '“Here,” said the older one at last, and pushed a chair toward her with his foot.',
  'Then the bell rang, three times and once, and all of them went out to see what the tide had brought. It was a boat of the kind that children draw: one mast, one sail, a line of blue along the side. Nobody was in it.',
  'No one spoke of it at supper. Her aunt carved the meat as if it had done her an injury, and her cousins passed the salt without being asked, which had never happened before.',
  'Let the dead keep their own accounts, her grandfather used to say; the living can hardly add.',
  'After that the winter came quickly. By the second week of November there was ice in the lock, and by the third the postman walked across the river with his bag on his head to save going round by the bridge.',
  '“Will you go back?” he asked.',
  '“I don’t know. Will they let me?”',
  'She took the letter out of her sleeve and laid it on the table between them, still sealed, and for a while they both looked at it as people look at a dog that may or may not bite.',
  'Outside, the snow had begun again.',
];

export const plainProse = Array.from({ length: 10 }, (_, turn) =>
  paragraphs.map((_, at) => paragraphs[(at * 5 + turn) % paragraphs.length]).join('\n\n'),
).join('\n\n');

/** Paragraphs of prose that open like a remark, and the paragraph behind each. */
export const heldParagraphs = [
  { held: 'Let me know the worst, then.', next: 'He sat down on the step and waited.' },
  { held: 'Note: the tide turns at four.', next: 'Below it somebody had drawn a fish.' },
  { held: '[The page is torn here.]', next: 'She read it twice and put it away.' },
  {
    held: 'Chapters of her life seemed to end like that, with a door and a draught.',
    next: 'Outside, the snow had begun again.',
  },
  { held: '* * *', next: 'In the morning the boat was gone.' },
  { held: 'The end of the pier was dark.', next: 'A lamp moved on the water.' },
  { held: 'If you would like to see it, come.', next: '“I would,” she said.' },
];
