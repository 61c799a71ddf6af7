import type { AttemptReport } from '../../../src/delivery/domain/delivery-completion.js';
import type { DeliveryKey } from '../../../src/delivery/domain/delivery-key.js';
import type { PlannedAttempt } from '../../../src/delivery/domain/planned-attempt.js';
import { WebhookSubscription } from '../../../src/webhook-subscription/domain/webhook-subscription.js';
import { type AttemptRow, type EventRow, rowKey, Tables } from '../database/tables.js';
import { Host } from '../host.js';
import { Trace } from '../trace.js';
import { DeliveryHistories } from './delivery-histories.js';
import { type DeliveryHistory, failuresOf, type Loss } from './delivery-history.js';
import { Disturbances } from './disturbances.js';
import { documentOf } from './expected-body.js';
import { Findings } from './findings.js';
import { LaneWitness } from './lane-witness.js';
import { PostWitness } from './post-witness.js';
import { RateHistory } from './rate-history.js';
import { SubscriptionHistory } from './subscription-history.js';

/**
 * Observes every statement and every POST, itself or through `lanes` and `posts`. It reports a broken rule as soon as
 * that happens, and records what the verdict needs. It knows the rules from the specification, not from the engine.
 */
export class Witness {
  readonly histories: DeliveryHistories;
  /** Observes every POST. */
  readonly posts: PostWitness;
  readonly lanes: LaneWitness;
  readonly rates = new RateHistory();
  readonly disturbances = new Disturbances();
  readonly subscriptionHistory: SubscriptionHistory;
  private readonly findings: Findings;
  /** The keys of rows of deliveries that used up their retries and did not have to delete their subscription. */
  readonly spared = new Set<string>();

  constructor(
    private readonly tables: Tables,
    private readonly trace: Trace,
    private readonly scheduleMs: readonly number[],
  ) {
    this.subscriptionHistory = new SubscriptionHistory(tables);
    this.histories = new DeliveryHistories(tables);
    this.findings = new Findings(trace);
    this.lanes = new LaneWitness(tables, this.findings, this.histories, this.disturbances);
    this.posts = new PostWitness(tables, this.findings, this.histories, this.rates, this.disturbances);
  }

  /** By the key of their rows. */
  get deliveries(): ReadonlyMap<string, DeliveryHistory> {
    return this.histories.byRow;
  }

  get violations(): readonly string[] {
    return this.findings.violations;
  }

  violation(rule: string, details: string): void {
    this.findings.violation(rule, details);
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
      this.histories.begin(event, this.subscription(subscriptionId), event.isTest ? null : document);
    }
  }

  /** A recovery of an event that the subscription may not have listened to when it arrived. */
  recovered(event: EventRow, subscription: WebhookSubscription): void {
    const known = this.deliveries.get(rowKey({ subscriptionId: subscription.id, eventId: event.eventId }));
    const history = known ?? this.histories.begin(event, subscription, documentOf(event));
    if (known) this.histories.turns.begin(known, event.typeId, subscription.ordering);
    history.revivedAt.push(this.tables.now);
    history.budgetsFrom.push(history.logged.length);
    this.trace.add('db', `${history.name} is recovered`);
  }

  takenOver(key: DeliveryKey, host: Host): void {
    this.lose(key, 'lane taken over');
    this.trace.add(host.name, `takes over ${this.histories.of(key).name}`);
  }

  claimed(row: AttemptRow, host: Host): void {
    const history = this.histories.of(row);
    history.holder = { host: host.name, since: this.tables.now };
    this.trace.add(host.name, `claims ${history.name} #${row.number}`);
  }

  leaseRanOut(row: AttemptRow, host: Host): void {
    const history = this.histories.of(row);
    const { holder } = history;
    this.lose(row, 'lease ran out');
    this.trace.add(host.name, `finds the lease of ${history.name} run out`);
    if (holder && this.disturbances.touched(holder.host, holder.since, this.tables.now)) return;
    this.violation('a lease expires only if its host was disturbed', history.name);
  }

  planned(row: Omit<AttemptRow, 'dueAt' | 'document' | 'turn'>, host: Host): void {
    const history = this.histories.of(row);
    const failures = failuresOf(history);
    history.holder = row.lease === null ? null : { host: host.name, since: this.tables.now };
    this.trace.add(host.name, `plans ${history.name} #${row.number}${row.lease === null ? '' : ', leased'}`);
    if (!history.isTest && row.continues && row.failures !== failures) {
      this.violation(
        'exactly the failed attempts use up retries',
        `${history.name}: ${failures}, not ${row.failures}`,
      );
    }
  }

  /** An attempt that waits for its turn belongs to a host only from that turn on. */
  keptForTurn(key: DeliveryKey, host: Host): void {
    const history = this.histories.of(key);
    history.holder = { host: host.name, since: this.tables.now };
    this.trace.add(host.name, `has the turn of ${history.name}`);
  }

  turnForgotten(key: DeliveryKey): void {
    this.violation('a delivery waits for its turn only behind others', this.histories.of(key).name);
  }

  logged(host: Host, attempt: PlannedAttempt, report: AttemptReport, isNew: boolean): void {
    const history = this.histories.of(attempt);
    const { number, trigger } = attempt;
    const name = `${history.name} #${number}`;
    const same = history.logged.find((entry) => entry.number === number);
    // After a host's clock was set back, several POSTs may have begun in the same millisecond of it.
    const posts = history.posts.filter(
      (one) => one.host === host.name && one.wall === report.startedAt.getTime() && one.url === report.url,
    );
    const post =
      posts.find((one) => one === same?.post) ??
      posts.find((one) => history.logged.every((entry) => entry.post !== one)) ??
      posts[0];
    if (post === undefined) return this.violation('only attempts that were sent are logged', name);
    if (!isNew) {
      if (same?.post !== post) this.violation('each attempt has its own number', name);
      return;
    }
    if (number !== history.logged.length + 1) this.violation('attempts are numbered without gaps', name);
    const isValid = report.status !== null && report.status >= 200 && report.status <= 299;
    history.logged.push({ number, trigger, post, isValid });
    if (isValid) this.histories.turns.end(history, this.tables.now);
    this.trace.add(host.name, `logs ${name}: ${report.status ?? report.error}`);
  }

  ended(key: DeliveryKey, status: 'failed' | 'cancelled'): void {
    const history = this.histories.of(key);
    this.trace.add('db', `${history.name} is ${status}`);
    this.histories.turns.end(history, this.tables.now);
    if (status === 'failed') return;
    history.cancelledAt = this.tables.now;
    const { subscriptionId, acceptedAt, name, isTest } = history;
    // The subscription of a test was read some moments before its event is written.
    if (isTest) return;
    if (!this.subscriptionHistory.wasAwayWithin(subscriptionId, acceptedAt, this.tables.now)) {
      this.violation('only deliveries of a subscription that is gone are cancelled', name);
    }
  }

  /** A delivery has used up its retries, and its subscription is deleted or not. */
  exhausted(key: DeliveryKey, isDeleted: boolean): void {
    const history = this.histories.of(key);
    const failures = failuresOf(history);
    this.trace.add('db', `${history.name} has used up its retries`);
    const { deleteWhen } = this.subscription(key.subscriptionId);
    const isToBeDeleted = deleteWhen === 'deliveryFailed' || !this.histories.isAnsweredSince(history);
    if (!isToBeDeleted) this.spared.add(rowKey(key));
    if (isDeleted !== isToBeDeleted) {
      this.violation(
        'a subscription is deleted only as its deleteWhen says',
        `${history.name}: ${deleteWhen}, ${isDeleted ? 'deleted' : 'kept'}`,
      );
    }
    if (failures !== this.scheduleMs.length + 1) {
      this.violation(
        'a subscription is deleted only when the retries of a delivery are used up',
        `${history.name}: ${failures}`,
      );
    }
  }

  subscriptionChanged(before: WebhookSubscription | null, after: WebhookSubscription): void {
    this.subscriptionHistory.changed(after);
    this.rates.changed(before, after, this.tables.now);
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

  retriedByHand(key: DeliveryKey): void {
    const history = this.histories.of(key);
    history.revivedAt.push(this.tables.now);
    this.trace.add('db', `${history.name} is retried by hand`);
  }

  outcomeRefused(key: DeliveryKey, host: Host): void {
    this.lose(key, 'outcome refused');
    this.trace.add(host.name, `cannot store the outcome of ${this.histories.of(key).name}`);
  }

  private checkSubscriptions(
    { partnerId, companyId, type, subscriptionIds, ordinal }: EventRow,
    document: object,
  ): void {
    const expected = this.subscriptionHistory.to(partnerId, type, document).map(({ id }) => id);
    if (inOrder(expected) !== inOrder(subscriptionIds)) {
      this.violation(
        'every live subscription that matches gets a delivery',
        `e${ordinal}: [${expected.join()}] listen`,
      );
    }
    if (!this.tables.companies.get(companyId)?.has(partnerId)) {
      this.violation(
        'only the partners of a company get its events',
        `e${ordinal} went to partner ${partnerId}`,
      );
    }
  }

  private subscription(id: number): WebhookSubscription {
    const subscription = this.tables.subscriptions.get(id);
    if (subscription === undefined) throw new Error(`There is no subscription ${id}.`);
    return subscription;
  }

  private lose(key: DeliveryKey, why: Loss['why']): void {
    this.histories.of(key).losses.push({ at: this.tables.now, why });
  }
}

function inOrder(ids: readonly number[]): string {
  return ids.toSorted((a, b) => a - b).join();
}
