import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const read = (name: string) => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');
const { dependencies, optionalDependencies } = JSON.parse(read('package.json'));
const ours = Object.keys({ ...dependencies, ...optionalDependencies });
/** The packages listed in docs/dependencies.md. */
const documented = read('docs/dependencies.md')
  .split('\n')
  .flatMap((line) => /^\| (?!package|---)(.+?) \|/.exec(line)?.[1]?.split(', ') ?? [])
  .map((name) => name.replace(/^plugin-/, '@pothos/plugin-').replace(/ .*/, ''));

it('docs/dependencies.md lists every dependency', () => {
  expect(ours.filter((name) => !documented.includes(name))).toEqual([]);
});

it('docs/dependencies.md lists only installed packages', () => {
  const { packages } = JSON.parse(read('package-lock.json'));
  expect(documented.filter((name) => !(`node_modules/${name}` in packages))).toEqual([]);
});
