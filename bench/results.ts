import { readFileSync, writeFileSync } from 'node:fs';

const file = new URL('./RESULTS.md', import.meta.url);

/** Puts a section into RESULTS.md in place of the one under the same heading, or at its end. */
export function saveSection(section: string): void {
  const [heading] = section.split('\n', 1);
  const sections = readFileSync(file, 'utf8').split(/^(?=# )/m);
  const at = sections.findIndex((one) => one.split('\n', 1)[0] === heading);
  if (at < 0) sections.push(section);
  else sections[at] = section;
  writeFileSync(file, `${sections.map((one) => one.trimEnd()).join('\n\n')}\n`);
}
