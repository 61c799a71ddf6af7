import { jest } from '@jest/globals';
import { HeartbeatMonitor } from './heartbeat-monitor.js';

describe('HeartbeatMonitor', () => {
  let lost: number[];
  let monitor: HeartbeatMonitor;

  beforeEach(() => {
    jest.useFakeTimers();
    lost = [];
    monitor = new HeartbeatMonitor((seconds) => void lost.push(seconds));
  });
  afterEach(() => {
    monitor.stop();
    jest.useRealTimers();
  });

  it('reports 15 seconds without a heartbeat, once', () => {
    monitor.beat();
    jest.advanceTimersByTime(14_900);
    expect(lost).toEqual([]);
    jest.advanceTimersByTime(60_000);
    expect(lost).toEqual([15]);
  });

  it('starts over with every heartbeat', () => {
    for (let beat = 0; beat < 10; beat++) {
      monitor.beat();
      jest.advanceTimersByTime(14_000);
    }
    expect(lost).toEqual([]);
  });

  it('expects no heartbeat before the first one, nor after stop()', () => {
    jest.advanceTimersByTime(60_000);
    monitor.beat();
    monitor.stop();
    jest.advanceTimersByTime(60_000);
    expect(lost).toEqual([]);
  });
});
