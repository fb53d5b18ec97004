/** Longer lines are text (ours). */
const unitsMax = 80;

/**
 * Signs that writers put between scenes, alone on a line and with any blanks between them: how many of them at least, and how
 * they are typed. The list of the documents is made of these.
 */
const kinds = [
  { signs: '*＊', least: 1, typed: ['***', '* * *', '\\* \\* \\*'] },
  { signs: '#', least: 1, typed: ['#'] },
  { signs: '⁂', least: 1, typed: ['⁂'] },
  { signs: '–—_~•-', least: 3, typed: ['---', '— — —', '___', '~ ~ ~', '• • •'] },
] as const;

/** How a break is written where the service writes one. */
export const sceneBreak = '* * *';

export const sceneBreaks: readonly string[] = kinds.flatMap(({ typed }) => [...typed]);

const pattern = new RegExp(
  `^\\s*(?:${kinds.map(({ signs, least }) => `(?:[${signs}]\\s*){${least},}`).join('|')})$`,
  'u',
);

/** Whether a paragraph consists of the marks that writers put between scenes, without the meaning that Markdown gives them. */
export function isSceneBreak(text: string): boolean {
  return text.length <= unitsMax && pattern.test(text);
}
