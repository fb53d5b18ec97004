import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const read = (name: string) => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');
const { dependencies, optionalDependencies } = JSON.parse(read('package.json'));
const ours = Object.keys({ ...dependencies, ...optionalDependencies });
/** The packages that docs/dependencies.md tells of. */
const told = read('docs/dependencies.md')
  .split('\n')
  .flatMap((line) => /^\| (?!package|---)(.+?) \|/.exec(line)?.[1]?.split(', ') ?? [])
  .map((name) => name.replace(/^plugin-/, '@pothos/plugin-').replace(/ .*/, ''));

it('docs/dependencies.md says of every dependency what it is for', () => {
  expect(ours.filter((name) => !told.includes(name))).toEqual([]);
});

it('and of none that is not installed', () => {
  const { packages } = JSON.parse(read('package-lock.json'));
  expect(told.filter((name) => !(`node_modules/${name}` in packages))).toEqual([]);
});
