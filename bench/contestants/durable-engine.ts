import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../../src/database/data-source-options.js';
import { GivenServer } from '../../src/database/database-server.js';
import { Database } from '../../src/database/database.js';
import { PartnerDatabase } from '../../src/database/partner-database.js';
import { PoolSizes } from '../../src/database/pool-sizes.js';
import { CompletionRepository } from '../../src/delivery/completion/completion.repository.js';
import { HealthRepository } from '../../src/delivery/completion/health.repository.js';
import { StatisticsWritingRepository } from '../../src/delivery/statistics/statistics-writing.repository.js';
import { DeliveryEngine } from '../../src/delivery/delivery-engine.js';
import { DISPATCH_LIMITS } from '../../src/queue/dispatch-limits.js';
import { RetryPolicy } from '../../src/queue/domain/retry-policy.js';
import { Transport } from '../../src/delivery/domain/transport.js';
import { LaneRepository } from '../../src/delivery/journal/lane.repository.js';
import { dayTables } from '../../src/operations/partitions/day-tables.js';
import { PartitionRepository } from '../../src/database/partitions/partition.repository.js';
import { SystemClock } from '../../src/queue/system-clock.js';
import { AttemptRepository } from '../../src/delivery/retry/attempt.repository.js';
import type { DocumentEvent } from '../../src/event/domain/event.js';
import { Clock } from '../../src/shared/clock.js';
import { ExhaustedSubscriptionRepository } from '../../src/webhook-subscription/exhausted-subscription.repository.js';
import { World } from '../harness/world.js';
import type { Contestant } from './contestant.js';
import { CountingCompletions } from './counting-completions.js';
import { CALLERS, REQUEST_EVENTS, TIMEOUT_MS, WINDOW } from './engine-limits.js';
import { OpenWindow } from './open-window.js';

const RETRY_MS = [5_000, 20_000, 80_000];

/** The engine as the service assembles it, on a real database. The caller chooses only the transport. */
export class DurableEngine implements Contestant {
  private readonly window = new OpenWindow(WINDOW);

  private constructor(
    readonly name: string,
    private readonly world: World,
    private readonly database: Database,
    private readonly transport: Transport,
    readonly engine: DeliveryEngine,
    onSuccess: (listener: (count: number) => void) => void,
  ) {
    onSuccess((count) => this.window.leave(count));
  }

  static async start(name: string, url: string, world: World, transport: Transport): Promise<DurableEngine> {
    const dataSource = await new DataSource(dataSourceOptions(url)).initialize();
    const database = new Database(new GivenServer(url), dataSource, PoolSizes.of(1));
    await world.settle(database.pool);
    await new PartitionRepository(database).ensure(dayTables.partitioned, new Date(), 2);
    let succeeded: (count: number) => void = () => undefined;
    const policy = new RetryPolicy(RETRY_MS, Math.random);
    const completions = new CompletionRepository(
      database,
      new HealthRepository(database),
      new StatisticsWritingRepository(database),
      new ExhaustedSubscriptionRepository(new PartnerDatabase(dataSource, PoolSizes.of(1)), new Clock()),
      policy,
    );
    const engine = new DeliveryEngine({
      clock: new SystemClock(),
      laneStore: new LaneRepository(database),
      completionStore: new CountingCompletions(completions, (count) => succeeded(count)),
      attemptStore: new AttemptRepository(database),
      subscriptionSource: world,
      transport,
      limits: DISPATCH_LIMITS,
      policy,
      timeoutMs: TIMEOUT_MS,
      warn: (message) => process.stderr.write(`${name}: ${message}\n`),
    });
    await engine.start({ work: true });
    return new DurableEngine(name, world, database, transport, engine, (listener) => (succeeded = listener));
  }

  async deliver(count: number): Promise<void> {
    let left = count;
    const call = async (): Promise<void> => {
      while (left > 0) {
        const size = Math.min(REQUEST_EVENTS, left);
        left -= size;
        await this.accept(this.world.events(size));
      }
    };
    await Promise.all(Array.from({ length: CALLERS }, call));
    await this.window.empty();
  }

  /** Accepts the events as one request when there is room. Resolves when they are durable. */
  async accept(events: readonly DocumentEvent[]): Promise<void> {
    await this.window.enter(events.length);
    await this.engine.intake.accept(events);
  }

  /** Resolves when no accepted event is open any more. */
  async idle(): Promise<void> {
    await this.window.empty();
  }

  async close(): Promise<void> {
    await this.engine.drain();
    await this.engine.close();
    await this.transport.close();
    await this.database.onApplicationShutdown();
  }
}
