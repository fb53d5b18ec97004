import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { hastyExpectations } from '../support/hasty.ts';

// What `test/domain` ends lives in the test's own thread, where a call has its effect before it returns.
const files = globSync(
  'test/{commands,contract,engine,examples,mcp,processes,property,providers,sql,suites}/*.test.ts',
);

describe('a test that ends or starts something waits for it before it expects a state', () => {
  it('in all tests with sockets or processes', () => {
    const found = files.flatMap((file) =>
      hastyExpectations(readFileSync(file, 'utf8')).map((line) => `${file}:${line}`),
    );
    expect(found).toEqual([]);
  });

  it.each([
    "  node.end('SIGKILL');\n  expect(node.output()).toContain('bye');",
    "  child.kill('SIGTERM');\n  expect((await once.chapter()).status).toBe('partial');",
    '  reading.disconnect();\n  expect(await client.chapter()).toBe(1);',
    '  void group.start(env);\n  expect(node.url).toBe(1);',
    "  expect((await send('GET', '/readyz')).status).toBe(200);",
  ])('and this is found: %j', (source) => {
    expect(hastyExpectations(source)).toHaveLength(1);
  });

  it.each([
    "  await node.end('SIGKILL');\n  expect(node.output()).toContain('bye');",
    "  child.kill('SIGTERM');\n  expect(await exited).toBe(0);",
    "  child.kill('SIGTERM');\n  expect((await reading.ended).isWhole).toBe(false);",
    "  child.kill('SIGTERM');\n  expect(await once(child, 'exit')).toEqual([0, null]);",
    "  child.kill('SIGTERM');\n  await expect.poll(() => node.output()).toContain('bye');",
  ])('and this is not: %j', (source) => {
    expect(hastyExpectations(source)).toEqual([]);
  });
});

it('no test makes or drops a database within the limit that the service sets for statements', () => {
  const makes = /`(?:CREATE|DROP) DATABASE/;
  const found = globSync('test/**/*.ts', { exclude: ['**/node_modules/**'] }).filter((file) =>
    makes.test(readFileSync(file, 'utf8')),
  );
  expect(found).toEqual(['test/support/server-databases.ts']);
});
