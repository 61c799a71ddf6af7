import { Injectable, Logger } from '@nestjs/common';
import { Database } from '../database/database.js';
import { ATTEMPTS_WAITING_CHANNEL } from '../queue/wake-events.js';
import { DISPATCH_LIMITS } from '../queue/dispatch-limits.js';
import { RetryPolicy } from '../queue/domain/retry-policy.js';
import { SystemClock } from '../queue/system-clock.js';
import { Settings } from '../shared/settings.js';
import { ThreadShare } from '../shared/thread-share.js';
import { AuthenticatedSender } from './attempt/authenticated-sender.js';
import { CompletionRepository } from './completion/completion.repository.js';
import type { EngineParts } from './engine-parts.js';
import { EngineObserver } from './domain/engine-observer.js';
import { LaneRepository } from './journal/lane.repository.js';
import { ModuleSubscriptionSource } from './matching/module-subscription-source.js';
import { AttemptRepository } from './retry/attempt.repository.js';

/** The engine's collaborators in the service: tables, network, system clock. The simulation has its own. */
@Injectable()
export class ServiceEngineParts implements EngineParts {
  readonly clock = new SystemClock();
  readonly limits = DISPATCH_LIMITS;
  readonly timeoutMs: number;
  private readonly log = new Logger('Delivery');

  constructor(
    readonly laneStore: LaneRepository,
    readonly completionStore: CompletionRepository,
    readonly attemptStore: AttemptRepository,
    readonly subscriptionSource: ModuleSubscriptionSource,
    readonly transport: AuthenticatedSender,
    readonly observer: EngineObserver,
    readonly policy: RetryPolicy,
    readonly threadShare: ThreadShare,
    private readonly database: Database,
    { webhookTimeoutMs }: Settings,
  ) {
    this.timeoutMs = webhookTimeoutMs;
  }

  readonly warn = (message: string): void => this.log.warn(message);

  readonly wakeWorkers = (): Promise<unknown> =>
    this.database.pool.query(`NOTIFY ${ATTEMPTS_WAITING_CHANNEL}`);
}
