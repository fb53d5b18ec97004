import { readFileSync, writeFileSync } from 'node:fs';

const file = new URL('./RESULTS.md', import.meta.url);

/** Replaces the section with the same heading in RESULTS.md, or appends it. */
export function saveSection(section: string): void {
  const [heading] = section.split('\n', 1);
  const sections = readFileSync(file, 'utf8').split(/^(?=# )/m);
  const at = sections.findIndex((one) => one.split('\n', 1)[0] === heading);
  if (at < 0) sections.push(section);
  else sections[at] = section;
  writeFileSync(file, `${sections.map((one) => one.trimEnd()).join('\n\n')}\n`);
}
