import { Transport } from '../../src/delivery/domain/transport.js';
import type { Contestant } from '../contestants/contestant.js';
import { CALLERS, REQUEST_EVENTS, WINDOW } from '../contestants/engine-limits.js';
import { OpenWindow } from '../contestants/open-window.js';
import { type Job, jobOf, post } from '../contestants/signed-post.js';
import { World } from '../harness/world.js';
import { peerPackage } from './peer-package.js';
import { RedisServer } from './redis-server.js';

interface Connection {
  readonly host: string;
  readonly port: number;
  readonly maxRetriesPerRequest: null;
}

interface Package {
  Queue: new (
    name: string,
    options: { connection: Connection; defaultJobOptions: { removeOnComplete: boolean } },
  ) => { addBulk(jobs: readonly { name: string; data: Job }[]): Promise<unknown>; close(): Promise<void> };
  Worker: new (
    name: string,
    work: (job: { data: Job }) => Promise<void>,
    options: { connection: Connection; concurrency: number },
  ) => { on(event: 'completed', listener: () => void): void; close(): Promise<void> };
}

const QUEUE = 'deliver';

/** BullMQ with as many concurrent jobs as the engine has attempts, on a Redis that writes each command to disk. */
export class BullMq implements Contestant {
  readonly name = 'BullMQ, appendfsync always';
  private readonly window = new OpenWindow(WINDOW);
  private readonly queue: InstanceType<Package['Queue']>;
  private readonly worker: InstanceType<Package['Worker']>;

  private constructor(
    private readonly world: World,
    private readonly transport: Transport,
    private readonly redis: RedisServer,
    { Queue, Worker }: Package,
  ) {
    const connection = { host: '127.0.0.1', port: redis.port, maxRetriesPerRequest: null };
    this.queue = new Queue(QUEUE, { connection, defaultJobOptions: { removeOnComplete: true } });
    this.worker = new Worker(QUEUE, ({ data }) => post(world, transport, data), {
      connection,
      concurrency: 500,
    });
    this.worker.on('completed', () => this.window.leave(1));
  }

  /** Null if the package or redis-server is not installed. */
  static async start(world: World, transport: Transport): Promise<BullMq | null> {
    const library = await peerPackage<Package>('bullmq');
    const redis = library && (await RedisServer.start());
    return redis && new BullMq(world, transport, redis, library);
  }

  async deliver(count: number): Promise<void> {
    let left = count;
    const call = async (): Promise<void> => {
      while (left > 0) {
        const size = Math.min(REQUEST_EVENTS, left);
        left -= size;
        await this.window.enter(size);
        const events = this.world.events(size);
        await this.queue.addBulk(events.map((event) => ({ name: QUEUE, data: jobOf(this.world, event) })));
      }
    };
    await Promise.all(Array.from({ length: CALLERS }, call));
    await this.window.empty();
  }

  async close(): Promise<void> {
    await this.worker.close();
    await this.queue.close();
    await this.transport.close();
    await this.redis.stop();
  }
}
