import { Pool } from 'pg';
import { Transport } from '../../src/delivery/domain/transport.js';
import type { Contestant } from '../contestants/contestant.js';
import { CALLERS, REQUEST_EVENTS, WINDOW } from '../contestants/engine-limits.js';
import { OpenWindow } from '../contestants/open-window.js';
import { type Job, jobOf, post } from '../contestants/signed-post.js';
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

/** The number of concurrent jobs. With one delivery per job, more of them only compete when they are fetched. */
const BATCH_WORKERS = 10;
const SINGLE_WORKERS = 64;

/**
 * graphile-worker with this many deliveries per job. A hundred at a time are its fastest, but succeed or fail together.
 * With one, each delivery succeeds or fails by itself, as in the engine.
 */
export class GraphileWorker implements Contestant {
  readonly name: string;
  private readonly window = new OpenWindow(WINDOW);
  private worker: { stop(): Promise<void> };

  private constructor(
    private readonly world: World,
    private readonly transport: Transport,
    private readonly pool: Pool,
    private readonly jobSize: number,
  ) {
    this.name = jobSize === 1 ? 'graphile-worker, a job each' : `graphile-worker, ${jobSize} in a job`;
  }

  /** Null if the package is not installed. */
  static async start(
    url: string,
    world: World,
    transport: Transport,
    jobSize: number,
  ): Promise<GraphileWorker | null> {
    const library = await peerPackage<Package>('graphile-worker');
    if (library === null) return null;
    const pool = new Pool({ connectionString: url, max: 24 });
    const contestant = new GraphileWorker(world, transport, pool, jobSize);
    contestant.worker = await library.run({
      pgPool: contestant.pool,
      concurrency: jobSize === 1 ? SINGLE_WORKERS : BATCH_WORKERS,
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
        const deliveries = this.world.events(size).map((event) => jobOf(this.world, event));
        await this.addJobs(deliveries);
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

  private async addJobs(deliveries: readonly Job[]): Promise<void> {
    const jobs: unknown[] = [];
    for (let start = 0; start < deliveries.length; start += this.jobSize) {
      jobs.push({ identifier: 'deliver', payload: deliveries.slice(start, start + this.jobSize) });
    }
    await this.pool.query(
      `SELECT graphile_worker.add_jobs(array(
         SELECT json_populate_record(null::graphile_worker.job_spec, job) FROM json_array_elements($1::json) AS job))`,
      [JSON.stringify(jobs)],
    );
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
