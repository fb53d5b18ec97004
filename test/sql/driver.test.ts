import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const text = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

describe('the vendored driver', () => {
  it.each(['bytes', 'errors', 'query', 'queue', 'result', 'types'])(
    'has %s.js unchanged from the package version named in its README',
    (name) => {
      expect(text(`src/sql/driver/${name}.js`)).toBe(text(`node_modules/postgres/src/${name}.js`));
      const { version } = JSON.parse(text('node_modules/postgres/package.json'));
      expect(text('src/sql/driver/README.md')).toContain(
        `postgres.js](https://github.com/porsager/postgres) ${version} `,
      );
    },
  );
});
