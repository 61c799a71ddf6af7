import { jest } from '@jest/globals';
import { Pulse } from './pulse.js';

describe('The pulse of a process', () => {
  let lost: number[];
  let pulse: Pulse;

  beforeEach(() => {
    jest.useFakeTimers();
    lost = [];
    pulse = new Pulse((seconds) => void lost.push(seconds));
  });
  afterEach(() => {
    pulse.stop();
    jest.useRealTimers();
  });

  it('is lost after 15 seconds without a sign of life, once', () => {
    pulse.beat();
    jest.advanceTimersByTime(14_900);
    expect(lost).toEqual([]);
    jest.advanceTimersByTime(60_000);
    expect(lost).toEqual([15]);
  });

  it('goes on with every sign of life', () => {
    for (let beat = 0; beat < 10; beat++) {
      pulse.beat();
      jest.advanceTimersByTime(14_000);
    }
    expect(lost).toEqual([]);
  });

  it('is not expected before the first sign of life, nor after the end', () => {
    jest.advanceTimersByTime(60_000);
    pulse.beat();
    pulse.stop();
    jest.advanceTimersByTime(60_000);
    expect(lost).toEqual([]);
  });
});
