import { KeepingStreak } from './keeping-streak.js';

describe('The streak of a process that keeps its lanes', () => {
  let now = 0;
  let streak: KeepingStreak;
  const keepFor = (seconds: number) => {
    for (const end = now + seconds * 1_000; now < end;) {
      now += 1_000;
      streak.keeps();
    }
  };

  beforeEach(() => {
    now = 5_000;
    streak = new KeepingStreak(() => now);
    streak.keeps();
  });

  it('lasts while lanes are kept every second', () => {
    keepFor(12);
    expect(streak.seconds).toBe(12);
  });

  it('begins anew after an outage, however long the outage was', () => {
    keepFor(12);
    streak.breaks();
    expect(streak.seconds).toBe(0);
    now += 60_000;
    streak.keeps();
    expect(streak.seconds).toBe(0);
    keepFor(4);
    expect(streak.seconds).toBe(4);
  });

  it('begins anew after a gap in which the process itself did nothing', () => {
    keepFor(12);
    now += 4_000;
    expect(streak.seconds).toBe(0);
    streak.keeps();
    keepFor(2);
    expect(streak.seconds).toBe(2);
  });
});
