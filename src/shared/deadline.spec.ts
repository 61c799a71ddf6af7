import { jest } from '@jest/globals';
import { collectGarbage } from './collect-garbage.js';
import { withDeadline } from './deadline.js';

const aborted = (signal: AbortSignal) =>
  new Promise<unknown>((resolve) => signal.addEventListener('abort', () => resolve(signal.reason)));

describe('A deadline', () => {
  it('aborts in time, also when garbage is collected meanwhile', async () => {
    const { signal: other } = new AbortController();
    const running = withDeadline(50, [other], aborted);
    collectGarbage();
    expect(await running).toMatchObject({ name: 'TimeoutError' });
  });

  it('aborts when another signal does, or has already', async () => {
    const other = new AbortController();
    const running = withDeadline(60_000, [other.signal], aborted);
    other.abort();
    expect(await running).toMatchObject({ name: 'AbortError' });
    expect(await withDeadline(60_000, [other.signal], async (signal) => signal.aborted)).toBe(true);
  });

  it('passes on the result or the error, and leaves nothing at the other signal', async () => {
    const { signal: other } = new AbortController();
    const remove = jest.spyOn(other, 'removeEventListener');
    expect(await withDeadline(60_000, [other], () => Promise.resolve(7))).toBe(7);
    await expect(withDeadline(60_000, [other], () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(remove).toHaveBeenCalledTimes(2);
  });
});
