import type { AttemptReport } from '../../../src/delivery/domain/delivery-completion.js';
import { deliveryId, type DeliveryKey } from '../../../src/delivery/domain/delivery-key.js';
import type { Outcome } from '../../../src/delivery/domain/outcome.js';
import type { PlannedAttempt } from '../../../src/delivery/domain/planned-attempt.js';
import type { OutboundRequest } from '../../../src/delivery/domain/transport.js';
import { WebhookSubscription } from '../../../src/webhook-subscription/domain/webhook-subscription.js';
import { type AttemptRow, type EventRow, type LaneRow, rowKey, Tables } from '../database/tables.js';
import { Host } from '../host.js';
import { Trace } from '../trace.js';
import { type DeliveryHistory, failuresOf, type Loss, type Post } from './delivery-history.js';
import { Disturbances } from './disturbances.js';
import { SubscriptionHistory } from './subscription-history.js';
import { TurnHistory } from './turn-history.js';

/** How long a process may act upon what has just changed: a notice and a look into the database are on their way. */
export const NOTICE_MS = 250;
/** Of sums of fractions. */
const ROUNDING = 1e-6;
/** What a host was about to send when it froze leaves within this time of its thaw. */
const THAW_MS = 100;

/**
 * Sees every statement and every POST, keeps what the verdict needs, and names what must not be at the moment it
 * happens. It knows the rules from the contract, not from the engine.
 */
export class Witness {
  /** By the key of their rows. */
  readonly deliveries = new Map<string, DeliveryHistory>();
  /** How full the bucket of each limited subscription was when something was sent to it last. */
  private readonly buckets = new Map<number, { readonly since: number; readonly level: number }>();
  /** When the limit of a subscription was changed last. */
  private readonly limitedSince = new Map<number, number>();
  /** Subscriptions that have had a limit at some time. */
  readonly onceLimited = new Set<number>();
  private readonly byWebhookId = new Map<string, DeliveryHistory>();
  readonly disturbances = new Disturbances();
  readonly turns = new TurnHistory();
  readonly subscriptionHistory: SubscriptionHistory;
  readonly violations: string[] = [];
  /** By the key of their rows: deliveries that used up their retries, and rightly did not delete their subscription. */
  readonly spared = new Set<string>();

  constructor(
    private readonly tables: Tables,
    private readonly trace: Trace,
    private readonly scheduleMs: readonly number[],
  ) {
    this.subscriptionHistory = new SubscriptionHistory(tables);
  }

  violation(rule: string, details: string): void {
    this.violations.push(`${rule}: ${details}`);
    this.trace.add('!!!', `${rule}: ${details}`);
  }

  eventWritten(event: EventRow, host: Host): void {
    const { laneId, subscriptionIds, overflow, ordinal } = event;
    this.trace.add(
      host.name,
      `e${ordinal} to [${subscriptionIds.join()}], overflow [${overflow.join()}], lane ${laneId}`,
    );
    const document = documentOf(event);
    if (!event.isTest) this.checkSubscriptions(event, document);
    for (const subscriptionId of subscriptionIds) {
      this.begin(event, this.subscription(subscriptionId), event.isTest ? null : document);
    }
  }

  /** A delivery is asked for, of an event that the subscription may not have listened to when it came. */
  recovered(event: EventRow, subscription: WebhookSubscription): void {
    const known = this.deliveries.get(rowKey({ subscriptionId: subscription.id, eventId: event.eventId }));
    const history = known ?? this.begin(event, subscription, documentOf(event));
    if (known) this.turns.begin(known, event.typeId, subscription.ordering);
    history.revivedAt.push(this.tables.now);
    history.budgetFrom = history.logged.length;
    this.trace.add('db', `${history.name} is recovered`);
  }

  watermarkMoves({ id, watermark }: LaneRow, to: string): void {
    if (to < watermark) this.violation('a watermark never goes back', `lane ${id}`);
    for (const event of this.tables.eventsOfLane.get(id) ?? []) {
      if (event.eventId <= watermark || event.eventId > to) continue;
      for (const subscriptionId of event.subscriptionIds) {
        const place = rowKey({ subscriptionId, eventId: event.eventId });
        if (this.tables.log.has(place) || this.tables.attempts.has(place) || this.tables.ends.has(place))
          continue;
        this.violation('a watermark passes only what is settled', `${this.nameOf(place)} of lane ${id}`);
      }
    }
  }

  laneSettled({ id, epoch }: LaneRow, host: Host): void {
    this.trace.add(host.name, `takes lane ${id}, epoch ${epoch}`);
  }

  laneTerminated(laneId: number, host: Host): void {
    this.trace.add(host.name, `ends the silent session of lane ${laneId}`);
    this.disturbances.begin('session', null, this.tables.now)(this.tables.now);
  }

  takenOver(key: DeliveryKey, host: Host): void {
    this.lose(key, 'lane taken over');
    this.trace.add(host.name, `takes over ${this.of(key).name}`);
  }

  claimed(row: AttemptRow, host: Host): void {
    const history = this.of(row);
    history.holder = { host: host.name, since: this.tables.now };
    this.trace.add(host.name, `claims ${history.name} #${row.number}`);
  }

  leaseRanOut(row: AttemptRow, host: Host): void {
    const history = this.of(row);
    const { holder } = history;
    this.lose(row, 'lease ran out');
    this.trace.add(host.name, `finds the lease of ${history.name} run out`);
    if (holder && this.disturbances.touched(holder.host, holder.since, this.tables.now)) return;
    this.violation('a lease runs out only when its holder was disturbed', history.name);
  }

  planned(row: Omit<AttemptRow, 'dueAt' | 'document' | 'turn'>, host: Host): void {
    const history = this.of(row);
    const failures = failuresOf(history);
    history.holder = row.lease === null ? null : { host: host.name, since: this.tables.now };
    this.trace.add(host.name, `plans ${history.name} #${row.number}${row.lease === null ? '' : ', leased'}`);
    if (!history.isTest && row.continues && row.failures !== failures) {
      this.violation(
        'exactly the failed attempts count',
        `${history.name}: ${failures}, not ${row.failures}`,
      );
    }
  }

  /** An attempt that has its turn is a host's from the moment at which that comes. */
  keptForTurn(key: DeliveryKey, host: Host): void {
    const history = this.of(key);
    history.holder = { host: host.name, since: this.tables.now };
    this.trace.add(host.name, `has the turn of ${history.name}`);
  }

  turnForgotten(key: DeliveryKey): void {
    this.violation('what waits for its turn waits for something', this.of(key).name);
  }

  logged(host: Host, attempt: PlannedAttempt, report: AttemptReport, isNew: boolean): void {
    const history = this.of(attempt);
    const { number, trigger } = attempt;
    const name = `${history.name} #${number}`;
    const same = history.logged.find((entry) => entry.number === number);
    // After a host's clock was set back, several posts may have begun in the same millisecond of it.
    const posts = history.posts.filter(
      (one) => one.host === host.name && one.wall === report.startedAt.getTime() && one.url === report.url,
    );
    const post =
      posts.find((one) => one === same?.post) ??
      posts.find((one) => history.logged.every((entry) => entry.post !== one)) ??
      posts[0];
    if (post === undefined) return this.violation('only what was sent is logged', name);
    if (!isNew) {
      if (same?.post !== post) this.violation('each attempt has a number of its own', name);
      return;
    }
    if (number !== history.logged.length + 1) this.violation('attempts are numbered without gaps', name);
    const isValid = report.status !== null && report.status >= 200 && report.status <= 299;
    history.logged.push({ number, trigger, post, isValid });
    if (isValid) this.turns.end(history, this.tables.now);
    this.trace.add(host.name, `logs ${name}: ${report.status ?? report.error}`);
  }

  ended(key: DeliveryKey, status: 'failed' | 'cancelled'): void {
    const history = this.of(key);
    this.trace.add('db', `${history.name} is ${status}`);
    this.turns.end(history, this.tables.now);
    if (status === 'failed') return;
    history.cancelledAt = this.tables.now;
    const { subscriptionId, acceptedAt, name, isTest } = history;
    // A test is asked for of a subscription as it was some moments before its event is written.
    if (isTest) return;
    if (!this.subscriptionHistory.wasAwayWithin(subscriptionId, acceptedAt, this.tables.now)) {
      this.violation('only deliveries of a subscription that went away are cancelled', name);
    }
  }

  /** A delivery has used up its retries, and its subscription is deleted or not. */
  exhausted(key: DeliveryKey, isDeleted: boolean): void {
    const history = this.of(key);
    const failures = failuresOf(history);
    this.trace.add('db', `${history.name} has used up its retries`);
    const { deleteWhen } = this.subscription(key.subscriptionId);
    const isToBeDeleted = deleteWhen === 'deliveryFailed' || !this.isAnsweredSince(history);
    if (!isToBeDeleted) this.spared.add(rowKey(key));
    if (isDeleted !== isToBeDeleted) {
      this.violation(
        'a subscription is deleted when it wants to be',
        `${history.name}: ${deleteWhen}, ${isDeleted ? 'deleted' : 'kept'}`,
      );
    }
    if (failures !== this.scheduleMs.length + 1) {
      this.violation(
        'a subscription is deleted after one failure more than it has retries',
        `${history.name}: ${failures}`,
      );
    }
  }

  subscriptionChanged(before: WebhookSubscription | null, after: WebhookSubscription): void {
    this.subscriptionHistory.changed(after);
    if (after.maxPerSecond !== null) this.onceLimited.add(after.id);
    if (before?.maxPerSecond !== after.maxPerSecond) this.limitedSince.set(after.id, this.tables.now);
    const what = after.deletedAt
      ? `is deleted (${after.deletedReason})`
      : after.isLive
        ? `listens, v${after.version}`
        : 'is off';
    this.trace.add('db', `s${after.id} ${what}`);
    if (before?.deletedAt && after.deletedAt)
      this.violation('a subscription is deleted once', `s${after.id}`);
  }

  companyChanged(companyId: number, partnerId: number, isPartners: boolean): void {
    this.trace.add('db', `company ${companyId} ${isPartners ? 'joins' : 'leaves'} partner ${partnerId}`);
  }

  /** A host is at fault itself, so that nothing leaves it. */
  faulted(host: Host, request: OutboundRequest): void {
    const history = this.byWebhookId.get(request.headers['webhook-id'] ?? '');
    if (history === undefined) return;
    history.faults += 1;
    this.trace.add(host.name, `cannot post ${history.name}`);
  }

  /** A POST leaves; `wall` is what the sender's clock said when it set out to. */
  sent(host: Host, request: OutboundRequest, wall: number): Post {
    const { url } = request;
    const post: Post = {
      host: host.name,
      url,
      body: request.body.toString(),
      wall,
      start: this.tables.now,
      end: null,
      outcome: null,
    };
    const history = this.byWebhookId.get(request.headers['webhook-id'] ?? '');
    if (history === undefined) {
      this.violation('only what is stored is sent', `a POST to ${url}`);
      return post;
    }
    this.trace.add(host.name, `posts ${history.name} to ${url}`);
    history.body ??= post.body;
    history.posts.push(post);
    this.checkRate(history.subscriptionId, host);
    const tooEarly = this.turns.before(history).find(({ endedAt }) => endedAt === null);
    if (tooEarly && !this.isLeftFromBefore(history, host)) {
      this.violation(
        'a delivery begins when the one before it has ended',
        `${history.name}, ${tooEarly.name}`,
      );
    }
    host.whenDead(() => {
      post.end ??= this.tables.now;
    });
    return post;
  }

  /** A host that was disturbed may still send what was revived meanwhile, by a right that it had before. */
  private isLeftFromBefore({ revivedAt }: DeliveryHistory, { name }: Host): boolean {
    const at = revivedAt.at(-1);
    return at !== undefined && this.disturbances.touched(name, at, this.tables.now);
  }

  told(post: Post, outcome: Outcome): void {
    post.end = this.tables.now;
    post.outcome = outcome;
  }

  retriedByHand(key: DeliveryKey): void {
    const history = this.of(key);
    history.revivedAt.push(this.tables.now);
    this.trace.add('db', `${history.name} is retried by hand`);
  }

  outcomeRefused(key: DeliveryKey, host: Host): void {
    this.lose(key, 'outcome refused');
    this.trace.add(host.name, `cannot store the outcome of ${this.of(key).name}`);
  }

  nameOf(place: string): string {
    return this.deliveries.get(place)?.name ?? place;
  }

  of(key: DeliveryKey): DeliveryHistory {
    const history = this.deliveries.get(rowKey(key));
    if (history === undefined) throw new Error(`Nothing is known of delivery ${rowKey(key)}.`);
    return history;
  }

  private checkSubscriptions(
    { partnerId, companyId, type, subscriptionIds, ordinal }: EventRow,
    document: object,
  ): void {
    const expected = this.subscriptionHistory.to(partnerId, type, document).map(({ id }) => id);
    if (inOrder(expected) !== inOrder(subscriptionIds)) {
      this.violation(
        'every live subscription that matches is delivered to',
        `e${ordinal}: [${expected.join()}] listen`,
      );
    }
    if (!this.tables.companies.get(companyId)?.has(partnerId)) {
      this.violation('only a company’s partners are told', `e${ordinal} went to partner ${partnerId}`);
    }
  }

  /** @param document null for a test, whose body is that of its first POST. */
  private begin(
    event: EventRow,
    subscription: WebhookSubscription,
    document: object | null,
  ): DeliveryHistory {
    const { eventId, partnerId, isTest, ordinal } = event;
    const subscriptionId = subscription.id;
    const history: DeliveryHistory = {
      name: `e${ordinal}>s${subscriptionId}`,
      partnerId,
      subscriptionId,
      eventId,
      isTest,
      acceptedAt: this.tables.now,
      body: document && expectedBody(event, subscription, document),
      posts: [],
      logged: [],
      losses: [],
      faults: 0,
      revivedAt: [],
      budgetFrom: 0,
      cancelledAt: null,
      holder: null,
    };
    if (!isTest) this.turns.begin(history, event.typeId, subscription.ordering);
    this.deliveries.set(rowKey(history), history);
    this.byWebhookId.set(deliveryId(history), history);
    return history;
  }

  /**
   * A limited subscription is sent no more than its rate and a burst of one second, as soon as its limit can be known;
   * except for what a host that was frozen in the midst of sending still sends.
   */
  private checkRate(subscriptionId: number, host: Host): void {
    const { maxPerSecond } = this.subscription(subscriptionId);
    const { now } = this.tables;
    const limitedSince = this.limitedSince.get(subscriptionId) ?? 0;
    const isKnown = now - this.disturbances.lastEnd(host.name, limitedSince, now) > NOTICE_MS;
    if (maxPerSecond === null || now - host.runsSince < THAW_MS || !isKnown) return;
    const { since, level } = this.buckets.get(subscriptionId) ?? { since: now, level: 0 };
    const filled = Math.max(0, level - ((now - since) * maxPerSecond) / 1_000) + 1;
    this.buckets.set(subscriptionId, { since: now, level: filled });
    if (filled > maxPerSecond + 1 + ROUNDING)
      this.violation('no more is sent per second than a subscription takes', `s${subscriptionId}`);
  }

  /** By the clocks of the senders, which the rule is about. */
  private isAnsweredSince({ subscriptionId, logged }: DeliveryHistory): boolean {
    const firstAttemptAt = Math.min(...logged.map(({ post }) => post.wall));
    return [...this.deliveries.values()]
      .filter((one) => one.subscriptionId === subscriptionId)
      .flatMap((one) => one.logged)
      .some(({ isValid, post }) => isValid && post.wall + (post.outcome?.durationMs ?? 0) >= firstAttemptAt);
  }

  private subscription(id: number): WebhookSubscription {
    const subscription = this.tables.subscriptions.get(id);
    if (subscription === undefined) throw new Error(`There is no subscription ${id}.`);
    return subscription;
  }

  private lose(key: DeliveryKey, why: Loss['why']): void {
    this.of(key).losses.push({ at: this.tables.now, why });
  }
}

function inOrder(ids: readonly number[]): string {
  return ids.toSorted((a, b) => a - b).join();
}

function documentOf({ json }: EventRow): object {
  const document: unknown = JSON.parse(json);
  if (typeof document !== 'object' || document === null) throw new TypeError('A document is an object.');
  return document;
}

/** The body, of the document as the subscription wants it when the event is accepted. */
function expectedBody(event: EventRow, { id, includePaths }: WebhookSubscription, document: object): string {
  return JSON.stringify({
    type: event.type,
    typeId: event.typeId,
    source: 'webhookSubscription',
    sourceId: id,
    companyId: event.companyId,
    createdAt: event.createdAt.toISOString(),
    data: includePaths.project({ ...document }),
  });
}
