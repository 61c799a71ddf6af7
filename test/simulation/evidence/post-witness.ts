import type { Outcome } from '../../../src/delivery/domain/outcome.js';
import type { OutboundRequest } from '../../../src/delivery/domain/transport.js';
import { Tables } from '../database/tables.js';
import { Host } from '../host.js';
import { DeliveryHistories } from './delivery-histories.js';
import type { DeliveryHistory, Post } from './delivery-history.js';
import { Disturbances } from './disturbances.js';
import { RateHistory } from './rate-history.js';
import { Findings, NOTICE_MS } from './findings.js';

/** A host that froze while it was about to send does so within this time after its thaw. */
const THAW_MS = 100;

/** Observes every POST. */
export class PostWitness {
  /** The number of POSTs that were both ordered and limited per second. */
  inTurnAndLimited = 0;

  constructor(
    private readonly tables: Tables,
    private readonly findings: Findings,
    private readonly deliveries: DeliveryHistories,
    private readonly rates: RateHistory,
    private readonly disturbances: Disturbances,
  ) {}

  /** Records that a fault of the host itself prevents a POST. */
  faulted(host: Host, request: OutboundRequest): void {
    const history = this.deliveries.ofRequest(request);
    if (history === undefined) return;
    history.faults += 1;
    this.findings.trace.add(host.name, `cannot post ${history.name}`);
  }

  /** Records a POST. `wall` is the sender's clock when it began. */
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
    const history = this.deliveries.ofRequest(request);
    if (history === undefined) {
      this.findings.violation('only stored deliveries are sent', `a POST to ${url}`);
      return post;
    }
    this.findings.trace.add(host.name, `posts ${history.name} to ${url}`);
    history.body ??= post.body;
    history.posts.push(post);
    this.checkRate(history.subscriptionId, host);
    const before = this.deliveries.turns.before(history);
    if (before.length > 0 && this.limitOf(history.subscriptionId) !== null) this.inTurnAndLimited += 1;
    const tooEarly = before.find(({ endedAt }) => endedAt === null);
    if (tooEarly && !this.isLeftFromBefore(history, host)) {
      this.findings.violation(
        'a delivery begins when the one before it has ended',
        `${history.name}, ${tooEarly.name}`,
      );
    }
    host.whenDead(() => {
      post.end ??= this.tables.now;
    });
    return post;
  }

  /**
   * True if a disturbed host may still send a delivery that was revived meanwhile, because it had claimed it before.
   */
  private isLeftFromBefore({ revivedAt }: DeliveryHistory, { name }: Host): boolean {
    const at = revivedAt.at(-1);
    return at !== undefined && this.disturbances.touched(name, at, this.tables.now);
  }

  ended(post: Post, outcome: Outcome): void {
    post.end = this.tables.now;
    post.outcome = outcome;
  }

  /**
   * Checks that a limited subscription gets no more than its rate and a burst of one second, once the sender can know
   * the limit. The exception is a POST that a frozen host was about to send.
   */
  private checkRate(subscriptionId: number, host: Host): void {
    const maxPerSecond = this.limitOf(subscriptionId);
    const { now } = this.tables;
    const limitedSince = this.rates.limitedSince(subscriptionId);
    const isKnown = now - this.disturbances.lastEnd(host.name, limitedSince, now) > NOTICE_MS;
    if (maxPerSecond === null || now - host.runsSince < THAW_MS || !isKnown) return;
    if (this.rates.allows(subscriptionId, maxPerSecond, now)) return;
    this.findings.violation('a subscription gets no more per second than its limit', `s${subscriptionId}`);
  }

  private limitOf(subscriptionId: number): number | null {
    return this.tables.subscriptions.get(subscriptionId)?.maxPerSecond ?? null;
  }
}
