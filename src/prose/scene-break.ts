/** Longer lines are text (ours). */
const unitsMax = 80;

/** Whether a paragraph consists of the marks that writers put between scenes, without the meaning that Markdown gives them. */
export function isSceneBreak(text: string): boolean {
  return text.length <= unitsMax && /^\s*(?:(?:[*＊]\s*)+|(?:#\s*)+|(?:⁂\s*)+|(?:[-–—_~]\s*){3,})$/u.test(text);
}
