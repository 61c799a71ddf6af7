import { Transport } from '../../src/delivery/domain/transport.js';
import type { Contestant } from '../contestants/contestant.js';
import { CALLERS, REQUEST_EVENTS, WINDOW } from '../contestants/engine-limits.js';
import { OpenWindow } from '../contestants/open-window.js';
import { type Job, jobOf, post } from '../contestants/signed-post.js';
import { World } from '../harness/world.js';
import { peerPackage } from './peer-package.js';

interface Boss {
  on(event: 'error', listener: () => void): void;
  start(): Promise<unknown>;
  stop(options: { graceful: boolean }): Promise<void>;
  createQueue(name: string): Promise<void>;
  insert(jobs: readonly { name: string; data: Job }[]): Promise<void>;
  fetch(name: string, options: { batchSize: number }): Promise<{ id: string; data: Job }[]>;
  complete(name: string, ids: string[]): Promise<void>;
}

interface Package {
  default: new (options: { connectionString: string; max: number }) => Boss;
}

const QUEUE = 'deliver';
const FETCHERS = 4;

/** pg-boss at its fastest: jobs inserted, fetched and completed in hundreds, without polling pauses. */
export class PgBoss implements Contestant {
  readonly name = 'pg-boss, batched';
  private readonly window = new OpenWindow(WINDOW);

  private constructor(
    private readonly world: World,
    private readonly transport: Transport,
    private readonly boss: Boss,
  ) {}

  /** Null if the package is not installed. */
  static async start(url: string, world: World, transport: Transport): Promise<PgBoss | null> {
    const library = await peerPackage<Package>('pg-boss');
    if (library === null) return null;
    const boss = new library.default({ connectionString: url, max: 20 });
    boss.on('error', () => undefined);
    await boss.start();
    await boss.createQueue(QUEUE);
    return new PgBoss(world, transport, boss);
  }

  async deliver(count: number): Promise<void> {
    let left = count;
    let unfinished = count;
    const call = async (): Promise<void> => {
      while (left > 0) {
        const size = Math.min(REQUEST_EVENTS, left);
        left -= size;
        await this.window.enter(size);
        const jobs = this.world
          .events(size)
          .map((event) => ({ name: QUEUE, data: jobOf(this.world, event) }));
        await this.boss.insert(jobs);
      }
    };
    const work = async (): Promise<void> => {
      while (unfinished > 0) {
        const jobs = await this.boss.fetch(QUEUE, { batchSize: REQUEST_EVENTS });
        if (jobs.length === 0) continue;
        await Promise.all(jobs.map(({ data }) => post(this.world, this.transport, data)));
        await this.boss.complete(
          QUEUE,
          jobs.map(({ id }) => id),
        );
        unfinished -= jobs.length;
        this.window.leave(jobs.length);
      }
    };
    await Promise.all([...Array.from({ length: CALLERS }, call), ...Array.from({ length: FETCHERS }, work)]);
  }

  async close(): Promise<void> {
    await this.boss.stop({ graceful: false });
    await this.transport.close();
  }
}
