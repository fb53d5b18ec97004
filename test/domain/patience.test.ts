import { describe, expect, it, vi } from 'vitest';
import { patiently } from '../../src/domain/calls/run/patience.ts';
import { ServiceError } from '../../src/errors.ts';

describe('work of the pool during a run', () => {
  it('is repeated while the pool has no room', async () => {
    vi.useFakeTimers();
    const busy = new ServiceError('unavailable', 'No thread was free.');
    const work = vi.fn().mockRejectedValueOnce(busy).mockRejectedValueOnce(busy).mockResolvedValue('done');
    const result = patiently(new AbortController().signal, work);
    await vi.advanceTimersByTimeAsync(2_000);
    vi.useRealTimers();
    expect([await result, work.mock.calls.length]).toEqual(['done', 3]);
  });

  it('fails with any other error', async () => {
    const work = vi.fn().mockRejectedValue(new ServiceError('invalid_state', 'No room.'));
    await expect(patiently(new AbortController().signal, work)).rejects.toThrow('No room.');
    expect(work).toHaveBeenCalledTimes(1);
  });

  it('ends with the run', async () => {
    const end = new AbortController();
    const work = vi.fn().mockRejectedValue(new ServiceError('unavailable', 'No thread was free.'));
    const result = patiently(end.signal, work);
    end.abort('cancelled');
    await expect(result).rejects.toBeDefined();
    expect(work).toHaveBeenCalledTimes(1);
  });
});
