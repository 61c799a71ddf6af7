import { randomUUID } from 'node:crypto';
import { Completions } from '../queue/completions.js';
import { AttemptExecutor } from './attempt/attempt-executor.js';
import { Dispatcher } from '../queue/dispatcher.js';
import { BY_SUBSCRIPTION, type DeliveryDispatcher } from './attempt/delivery-dispatcher.js';
import { type AttemptReport, type DeliveryCompletion, isFirstSuccess } from './domain/delivery-completion.js';
import { EngineObserver, UNOBSERVED } from './domain/engine-observer.js';
import type { PlannedAttempt } from './domain/planned-attempt.js';
import { Intake } from './journal/intake.js';
import { Lanes } from './journal/lanes.js';
import { Turns } from './journal/turns.js';
import { SubscriptionCache } from './matching/subscription-cache.js';
import { DueDeliveries } from './retry/due-deliveries.js';
import { RateLimitedDeliveries } from './retry/rate-limited-deliveries.js';
import { RetryService } from './retry/retry.service.js';
import { WorkerWake } from '../queue/worker-wake.js';
import type { EngineParts } from './engine-parts.js';

/** How long a pause request lasts. The move command (src/cell/move) repeats it five times as often. */
const CLOSED_MS = 1_000;
/** Due times are rounded to the millisecond, so wake up one later. */
const CLOCK_ROUNDING_MS = 1;

/**
 * The delivery engine of one process (docs/architecture.md). The intake writes events and hands their first attempts to
 * the dispatcher, which decides what to send next. The executor sends, completions are written in groups, and the retry
 * services claim what is due. Nothing else changes a delivery.
 */
export class DeliveryEngine {
  readonly intake: Intake;
  readonly retries: RetryService;
  private readonly rateLimitedRetries: RetryService;
  readonly subscriptionCache: SubscriptionCache;
  private readonly dispatcher: DeliveryDispatcher;
  private readonly lanes: Lanes;
  private readonly turns: Turns;
  private readonly completions: Completions<PlannedAttempt, AttemptReport>;
  private readonly executor: AttemptExecutor;
  private readonly observer: EngineObserver;
  private readonly workers: WorkerWake;
  private readonly beingLeased = new WeakSet<PlannedAttempt>();
  private isWorking = false;

  constructor(private readonly parts: EngineParts) {
    const { clock, warn, timeoutMs, observer = UNOBSERVED } = parts;
    this.observer = observer;
    this.subscriptionCache = new SubscriptionCache(parts.subscriptionSource, clock, parts.threadShare);
    this.dispatcher = new Dispatcher(parts.limits, BY_SUBSCRIPTION, (attempt) => void this.make(attempt));
    this.completions = new Completions(
      parts.completionStore,
      clock,
      (written, group) => this.written(written, group),
      warn,
      isFirstSuccess,
    );
    this.executor = new AttemptExecutor(
      parts.transport,
      this.subscriptionCache,
      this.completions,
      parts.policy,
      clock,
      timeoutMs,
      observer,
    );
    this.turns = new Turns(this.dispatcher, this.leaseMs, parts.limits.bytes);
    this.lanes = new Lanes(
      parts.laneStore,
      this.dispatcher,
      (attempts) => this.returnToTable(attempts),
      clock,
      warn,
      observer,
    );
    const reading = [
      parts.attemptStore,
      this.subscriptionCache,
      observer,
      clock,
      this.turns,
      () => this.lanes.newLease(),
    ] as const;
    const due = new DueDeliveries(...reading);
    this.retries = new RetryService(due, this.dispatcher, clock, this.leaseMs, warn);
    const permitted = new RateLimitedDeliveries(...reading);
    this.rateLimitedRetries = new RetryService(permitted, this.dispatcher, clock, this.leaseMs, warn);
    permitted.onWaiting((milliseconds) => this.rateLimitedRetries.wakeIn(milliseconds));
    this.intake = new Intake(
      parts.laneStore,
      this.lanes,
      this.subscriptionCache,
      this.dispatcher,
      clock,
      this.turns,
      this.leaseMs,
      observer,
    );
    this.workers = new WorkerWake(clock, parts.wakeWorkers ?? (async () => undefined));
    this.lanes.onTick(() => this.leaseStragglers());
    this.lanes.onTakeOver(() => this.attemptsWait());
    this.intake.onOverflow(() => this.workers.wake());
  }

  /** Starts accepting events and, if `work`, delivering them. Otherwise attempts wait in the table for workers. */
  async start({ work }: { readonly work: boolean }): Promise<void> {
    this.isWorking = work;
    if (!work) this.dispatcher.stop();
    await this.lanes.open();
    if (!work) return;
    this.retries.start();
    this.rateLimitedRetries.start();
  }

  /** Call it after inserting attempts into the table. A worker scans for them; another process wakes the workers. */
  attemptsWait(): void {
    if (this.isWorking) this.scan();
    else this.workers.wake();
  }

  /** Scans for attempts that are due, if this process is a worker. */
  scan(): void {
    this.retries.wakeIn(0);
    this.rateLimitedRetries.wakeIn(0);
  }

  /** Call it when the table of attempts is found empty. */
  nothingWaits(): void {
    this.retries.foundEmpty();
    this.rateLimitedRetries.foundEmpty();
  }

  /** Call it when any process changed a subscription. Cancels attempts planned before a deletion or deactivation. */
  async subscriptionChanged(partnerId: number, subscriptionId: number): Promise<void> {
    this.subscriptionCache.forgetPartner(partnerId);
    const wantedSince = await this.subscriptionCache.wantedSince(partnerId, subscriptionId);
    const isUnwanted = ({ subscriptionsVersion }: PlannedAttempt) => subscriptionsVersion < wantedSince;
    this.cancel(this.dispatcher.withdrawFrom(subscriptionId, isUnwanted));
  }

  /** Call it when events were erased. Cancels their attempts, except those in flight. */
  eventsErased(eventIds: readonly string[]): void {
    const erased = new Set(eventIds);
    this.cancel(this.dispatcher.withdrawThose(({ eventId }) => erased.has(eventId)));
  }

  /**
   * Call it repeatedly while a partner is drained or paused. Returns its waiting attempts to the table, where no
   * process claims them, and keeps no attempts of events accepted within the next second.
   */
  partnerPaused(partnerId: number): void {
    const open = this.dispatcher.closeTo(partnerId);
    this.parts.clock.after(CLOSED_MS, open);
    this.returnToTable(this.dispatcher.takeBack((attempt) => attempt.partnerId === partnerId));
  }

  /** Stops sending, returns waiting attempts to the table, and resolves when those in flight are written. */
  async drain(): Promise<void> {
    const claimed = [this.retries.stop(), this.rateLimitedRetries.stop()];
    this.returnWaiting();
    await Promise.all([...claimed, this.dispatcher.idle()]);
    // A claim in progress may have added attempts.
    this.returnWaiting();
    await this.completions.drained();
    // The last completions may have passed turns to ordered deliveries.
    this.returnWaiting();
    await this.completions.drained();
  }

  /** Call it after `drain`: releases the lanes. Nothing can be accepted afterwards. */
  async close(): Promise<void> {
    this.returnWaiting();
    await this.completions.drained();
    await this.lanes.close();
    await this.parts.transport.close();
  }

  /** False while this process owns no lane and so cannot accept events. */
  get takesEventsIn(): boolean {
    return this.lanes.any;
  }

  /** The load of this process: attempts waiting and in flight, and the bytes of their bodies. */
  get load(): { waiting: number; inFlight: number; bytes: number } {
    return this.dispatcher.load;
  }

  /** Long enough for a claimed attempt to wait for one deadline and be sent within another, plus a margin. */
  private get leaseMs(): number {
    return 2 * this.parts.timeoutMs + 30_000;
  }

  /** Returns waiting attempts to the table, for the workers of other processes. */
  private returnWaiting(): void {
    const waiting = this.dispatcher.stop();
    this.returnToTable(waiting);
    if (waiting.length > 0) void this.completions.drained().then(() => this.workers.wake());
  }

  private returnToTable(attempts: readonly PlannedAttempt[]): void {
    this.conclude(attempts, { kind: 'deferred', delayMs: 0 });
  }

  private cancel(attempts: readonly PlannedAttempt[]): void {
    this.conclude(attempts, { kind: 'cancelled' });
  }

  private conclude(attempts: readonly PlannedAttempt[], decision: DeliveryCompletion['decision']): void {
    for (const attempt of attempts) this.completions.add({ attempt, decision, report: null });
  }

  private async make(attempt: PlannedAttempt): Promise<void> {
    const succeeded = await this.executor.make(attempt);
    this.dispatcher.finished(attempt, succeeded);
    if (this.dispatcher.hasAmpleRoomFor(attempt)) this.retries.madeRoom();
  }

  private written(written: readonly DeliveryCompletion[], group: readonly DeliveryCompletion[]): void {
    this.observer.written(written);
    const { passed, stranded } = this.turns.pass(written, group, this.parts.clock.monotonic());
    for (const attempt of passed) this.scanFor(attempt).wakeIn(CLOCK_ROUNDING_MS);
    this.returnToTable(stranded);
    for (const { attempt, decision } of written) {
      this.lanes.settle(attempt);
      if (decision.kind === 'leased') {
        const expiresAt = this.parts.clock.monotonic() + decision.leaseMs;
        attempt.ownership = { kind: 'lease', lease: decision.lease, expiresAt };
      }
      if (decision.kind === 'retry' || decision.kind === 'deferred') {
        this.scanFor(attempt).wakeIn(decision.delayMs + CLOCK_ROUNDING_MS);
      }
    }
  }

  /** The scan that claims attempts of this attempt's subscription. */
  private scanFor({ permittedUntil }: PlannedAttempt): RetryService {
    return permittedUntil === undefined ? this.retries : this.rateLimitedRetries;
  }

  /** Gives slow first attempts a row with a lease, so that their lane's watermark can move on. */
  private leaseStragglers(): void {
    for (const attempt of this.lanes.stragglers()) {
      if (this.beingLeased.has(attempt)) continue;
      if (this.dispatcher.withdraw(attempt)) {
        this.returnToTable([attempt]);
      } else if (attempt.state === 'in flight') {
        this.beingLeased.add(attempt);
        this.conclude([attempt], { kind: 'leased', lease: randomUUID(), leaseMs: this.leaseMs });
      }
    }
  }
}
