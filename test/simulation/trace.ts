import { createHash } from 'node:crypto';
import { Timeline } from './timeline.js';

interface Entry {
  readonly time: number;
  readonly who: string;
  readonly what: string;
}

/** The course of a run, step by step, for readers of a failure. */
export class Trace {
  private readonly entries: Entry[] = [];

  constructor(private readonly timeline: Timeline) {}

  add(who: string, what: string): void {
    this.entries.push({ time: this.timeline.now, who, what });
  }

  /** The last lines, or all: the time in seconds, the actor, and the step. */
  lines(count = this.entries.length): string[] {
    return this.entries
      .slice(-count)
      .map(({ time, who, what }) => `${(time / 1_000).toFixed(4).padStart(9)} ${who.padEnd(5)} ${what}`);
  }

  /** Equal for equal runs. */
  digest(): string {
    const hash = createHash('sha256');
    for (const { time, who, what } of this.entries) hash.update(`${time} ${who} ${what}\n`);
    return hash.digest('hex').slice(0, 16);
  }
}
