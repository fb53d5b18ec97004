import { serverAudits } from 'graphql-http';
import { expect, inject, it } from 'vitest';
import { authorized } from './support/rest.ts';
import { report } from './support/say.ts';

it('/graphql passes all audits of graphql-http', async () => {
  const audits = serverAudits({
    url: `${inject('url')}/graphql`,
    fetchFn: (url: string, init: RequestInit = {}) =>
      fetch(url, { ...init, headers: { ...Object.fromEntries(new Headers(init.headers)), ...authorized() } }),
  });
  const faults: string[] = [];
  for (const audit of audits) {
    const result = await audit.fn();
    if (result.status !== 'ok') faults.push(`${result.status} ${audit.id} ${audit.name}: ${result.reason}`);
  }
  report('graphql-http', `${audits.length - faults.length} of ${audits.length} audits passed`);
  expect(faults).toEqual([]);
  expect(audits.length).toBe(61);
});
