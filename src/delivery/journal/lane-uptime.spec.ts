import { LaneUptime } from './lane-uptime.js';

describe('LaneUptime', () => {
  let now = 0;
  let uptime: LaneUptime;
  const keepFor = (seconds: number) => {
    for (const end = now + seconds * 1_000; now < end;) {
      now += 1_000;
      uptime.kept();
    }
  };

  beforeEach(() => {
    now = 5_000;
    uptime = new LaneUptime(() => now);
    uptime.kept();
  });

  it('continues while heartbeats are written every second', () => {
    keepFor(12);
    expect(uptime.seconds).toBe(12);
  });

  it('starts again after an outage of any length', () => {
    keepFor(12);
    uptime.interrupted();
    expect(uptime.seconds).toBe(0);
    now += 60_000;
    uptime.kept();
    expect(uptime.seconds).toBe(0);
    keepFor(4);
    expect(uptime.seconds).toBe(4);
  });

  it('starts again after a gap in which the process did nothing', () => {
    keepFor(12);
    now += 4_000;
    expect(uptime.seconds).toBe(0);
    uptime.kept();
    keepFor(2);
    expect(uptime.seconds).toBe(2);
  });
});
