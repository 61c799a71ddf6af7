import { setTimeout as delay } from 'node:timers/promises';
import { Bench } from '../harness/bench.js';
import { cpuOf } from '../harness/process-cpu.js';
import { Service } from '../harness/service.js';
import { World } from '../harness/world.js';
import type { Contestant } from './contestant.js';
import { OpenWindow } from './open-window.js';

const CALLERS = 48;
const WINDOW = 4_000;
const POLL_MS = 10;

/** Events reported over HTTP to a service in a process of its own, until they are at the receiver. */
export class HttpIntake implements Contestant {
  /** @param requestEvents events per request; one is sent by itself, not in an array */
  constructor(
    readonly name: string,
    private readonly bench: Bench,
    private readonly world: World,
    private readonly service: Service,
    private readonly requestEvents: number,
  ) {}

  /** Microseconds of CPU of the service's process. */
  get cpu(): number {
    return cpuOf(this.service.pid);
  }

  async deliver(count: number): Promise<void> {
    const { receiver } = this.bench;
    const before = await receiver.count();
    const window = new OpenWindow(WINDOW);
    let left = count;
    let arrived = 0;
    const call = async (): Promise<void> => {
      while (left > 0) {
        const size = Math.min(this.requestEvents, left);
        left -= size;
        await window.enter(size);
        const events = this.world.events(size).map(({ type, typeId, companyId, data }) => ({
          type,
          typeId,
          companyId,
          data,
        }));
        if (!(await this.service.report(size === 1 ? events[0] : events)))
          throw new Error('An event was refused.');
      }
    };
    const watch = async (): Promise<void> => {
      while (arrived < count) {
        await delay(POLL_MS);
        const now = (await receiver.count()) - before;
        window.leave(now - arrived);
        arrived = now;
      }
    };
    await Promise.all([watch(), ...Array.from({ length: CALLERS }, call)]);
  }

  async close(): Promise<void> {
    await this.service.close();
  }
}
