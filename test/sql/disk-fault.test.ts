import { describe, expect, it } from 'vitest';
import { toServiceError } from '../../src/graphql/service-error.ts';

describe('a fault of the disk', () => {
  it.each(['53100', '58030', '58P01', '25006', 'ENOSPC', 'EIO'])('is unavailable, and not a defect: %s', (code) => {
    const { code: answered, details } = toServiceError(Object.assign(new Error('It failed.'), { code }));
    expect([answered, details]).toEqual(['unavailable', { retry_after: 30 }]);
  });
});
