import { setTimeout as delay } from 'node:timers/promises';
import type { DocumentEvent } from '../../src/event/domain/event.js';
import { Bench } from '../harness/bench.js';
import { cpuOf } from '../harness/process-cpu.js';
import { Service } from '../harness/service.js';
import { World } from '../harness/world.js';
import { OpenWindow } from './open-window.js';
import { offer } from './paced-load.js';

const CALLERS = 64;
/** Deliveries on their way at a time. */
const WINDOW = 2_000;
const POLL_MS = 10;
/**
 * After the last arrival, answers are still read and outcomes written. A program stopped before that would repeat them.
 */
const SETTLING_MS = 500;

/** The cost of one load in CPU seconds per 1,000 events, and the times of its events in milliseconds. */
export interface LoadFigures {
  readonly perSecond: number;
  readonly cpu: { readonly process: number; readonly database: number };
  /** The time from the request, and from its answer, to each POST; empty for a load without a rate. */
  readonly sentToPost: readonly number[];
  readonly acceptedToPost: readonly number[];
}

/** Single events of 1 KB, reported over HTTP to a program in a process of its own, until all are at their receivers. */
export class ReportedLoad {
  /** @param world its receivers note when each event arrives @param type a type with `fanOut` subscriptions */
  constructor(
    private readonly bench: Bench,
    private readonly world: World,
    private readonly service: Service,
    private readonly type: string,
    private readonly fanOut: number,
  ) {}

  /** At a steady rate, whatever happens to earlier events. */
  async paced(perSecond: number, count: number): Promise<LoadFigures> {
    const end = await this.begin();
    const offered = await offer(this.world, (events) => this.report(events), perSecond, count);
    await this.arrived(count);
    const { figures, arrivals } = await end(count);
    const since = new Map(offered.map((event) => [event.number, event]));
    const times = arrivals.flatMap(([number, at]) => {
      const event = since.get(number);
      return event === undefined ? [] : [[at - event.offeredAt, Math.max(0, at - event.acceptedAt)] as const];
    });
    return {
      ...figures,
      sentToPost: times.map(([sent]) => sent),
      acceptedToPost: times.map(([, accepted]) => accepted),
    };
  }

  /** As fast as possible, by callers who wait for each answer. */
  async saturated(count: number): Promise<LoadFigures> {
    const end = await this.begin();
    const window = new OpenWindow(Math.floor(WINDOW / this.fanOut));
    let left = count;
    const call = async (): Promise<void> => {
      while (left-- > 0) {
        await window.enter(1);
        await this.report(this.world.events(1));
      }
    };
    const watching = this.arrived(count, (events) => window.leave(events));
    await Promise.all([watching, ...Array.from({ length: CALLERS }, call)]);
    return { ...(await end(count)).figures, sentToPost: [], acceptedToPost: [] };
  }

  private async report([event]: readonly DocumentEvent[]): Promise<void> {
    if (event === undefined) return;
    const { typeId, companyId, data } = event;
    const isAccepted = await this.service.report({ type: this.type, typeId, companyId, data });
    if (!isAccepted) throw new Error('An event was refused.');
  }

  /** Resolves when this many events have arrived at all of their receivers. */
  private async arrived(count: number, more: (events: number) => void = () => undefined): Promise<void> {
    for (let known = 0; known < count;) {
      await delay(POLL_MS);
      const events = Math.floor((await this.bench.receiver.count()) / this.fanOut);
      more(events - known);
      known = events;
    }
  }

  private async begin() {
    const { receiver, database } = this.bench;
    const read = () => ({ process: cpuOf(this.service.pid), database: database.cpu, at: performance.now() });
    await receiver.received();
    const before = read();
    return async (count: number) => {
      const { at } = read();
      await delay(SETTLING_MS);
      const after = read();
      const { requests, arrivals } = await receiver.received();
      if (requests !== count * this.fanOut)
        throw new Error(`${requests} requests arrived of ${count} events.`);
      // Microseconds per event are thousandths of a second per thousand events.
      const per = (name: 'process' | 'database') => (after[name] - before[name]) / count / 1_000;
      const perSecond = (count * 1_000) / (at - before.at);
      return {
        arrivals,
        figures: { perSecond, cpu: { process: per('process'), database: per('database') } },
      };
    };
  }
}
