import { readFileSync, writeFileSync } from 'node:fs';

const file = new URL('./RESULTS.md', import.meta.url);

/** The first line of a section. */
export const madeBy = (command: string, source = 'that file') =>
  `Made by \`${command}\` on ${new Date().toISOString().slice(0, 10)}; edit ${source}, not this section.`;

/** Replaces the section with the same heading in RESULTS.md, or appends it. */
export function saveSection(section: string): void {
  const [heading] = section.split('\n', 1);
  const sections = readFileSync(file, 'utf8').split(/^(?=# )/m);
  const at = sections.findIndex((one) => one.split('\n', 1)[0] === heading);
  if (at < 0) sections.push(section);
  else sections[at] = section;
  writeFileSync(file, `${sections.map((one) => one.trimEnd()).join('\n\n')}\n`);
}
