import { Pool } from 'pg';
import { Transport } from '../../src/delivery/domain/transport.js';
import { Contestant } from '../contestants/contestant.js';
import { CALLERS, REQUEST_EVENTS, WINDOW } from '../contestants/engine-limits.js';
import { OpenWindow } from '../contestants/open-window.js';
import { Job, jobOf, post } from '../contestants/signed-post.js';
import { World } from '../harness/world.js';
import { peerPackage } from './peer-package.js';

interface Package {
  run(options: {
    pgPool: Pool;
    concurrency: number;
    pollInterval: number;
    noHandleSignals: boolean;
    taskList: Record<string, (payload: unknown) => Promise<void>>;
    logger: unknown;
  }): Promise<{ stop(): Promise<void> }>;
  Logger: new (factory: () => () => void) => unknown;
}

/** graphile-worker at its fastest: jobs that each carry a hundred deliveries, made at the same time. */
export class GraphileWorker implements Contestant {
  readonly name = 'graphile-worker, batched';
  private readonly window = new OpenWindow(WINDOW);
  private worker: { stop(): Promise<void> };

  private constructor(
    private readonly world: World,
    private readonly transport: Transport,
    private readonly pool: Pool,
  ) {}

  /** Null when the package is not installed. */
  static async start(url: string, world: World, transport: Transport): Promise<GraphileWorker | null> {
    const library = await peerPackage<Package>('graphile-worker');
    if (library === null) return null;
    const contestant = new GraphileWorker(world, transport, new Pool({ connectionString: url, max: 24 }));
    contestant.worker = await library.run({
      pgPool: contestant.pool,
      concurrency: 10,
      pollInterval: 1_000,
      noHandleSignals: true,
      logger: new library.Logger(() => () => undefined),
      taskList: { deliver: (payload) => contestant.work(payload as Job[]) },
    });
    return contestant;
  }

  async deliver(count: number): Promise<void> {
    let left = count;
    const call = async (): Promise<void> => {
      while (left > 0) {
        const size = Math.min(REQUEST_EVENTS, left);
        left -= size;
        await this.window.enter(size);
        const jobs = this.world.events(size).map((event) => jobOf(this.world, event));
        await this.pool.query(`SELECT graphile_worker.add_job('deliver', $1::json)`, [JSON.stringify(jobs)]);
      }
    };
    await Promise.all(Array.from({ length: CALLERS }, call));
    await this.window.empty();
    await this.allWritten();
  }

  async close(): Promise<void> {
    await this.worker.stop();
    await this.transport.close();
    await this.pool.end();
  }

  private async work(jobs: readonly Job[]): Promise<void> {
    await Promise.all(jobs.map((job) => post(this.world, this.transport, job)));
    this.window.leave(jobs.length);
  }

  /** A finished job is deleted. */
  private async allWritten(): Promise<void> {
    for (;;) {
      const { rowCount } = await this.pool.query('SELECT FROM graphile_worker.jobs LIMIT 1');
      if (rowCount === 0) return;
    }
  }
}
