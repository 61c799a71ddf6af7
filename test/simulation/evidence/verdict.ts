import type { Scenario } from '../scenario.js';
import { DocumentService } from '../outside/document-service.js';
import { HEALTHY_PARTNER } from '../outside/partners.js';
import { rowKey, Tables } from '../database/tables.js';
import { type DeliveryHistory, failuresOf, isCounted } from './delivery-history.js';
import { NOTICE_MS } from './findings.js';
import { Witness } from './witness.js';

/** How long a first attempt may wait while only other receivers are at fault: a scan, and its place behind others. */
const PATIENCE_MS = 2_500;

interface Lived {
  readonly tables: Tables;
  readonly witness: Witness;
  readonly documents: DocumentService;
  readonly scenario: Scenario;
}

/** True if every delivery has ended: answered validly, failed, or cancelled. */
export function haveAllEnded({ tables, witness }: Lived): boolean {
  if (tables.attempts.size > 0) return false;
  for (const [place, { logged }] of witness.deliveries) {
    if (!tables.ends.has(place) && !logged.some(({ isValid }) => isValid)) return false;
  }
  return true;
}

/** Checks everything that happened against the rules, except those that the witness has already checked. */
export function judge(lived: Lived): void {
  judgeReceipts(lived);
  for (const history of lived.witness.deliveries.values()) {
    judgeEnd(lived, history);
    judgePosts(lived, history);
    judgeDelays(lived, history);
    judgeSubscription(lived, history);
    if (lived.scenario.weather === 'calm') judgePatience(lived, history);
  }
}

/** The answers to callers are true. */
function judgeReceipts({ tables, witness, documents: { waiting, receipts } }: Lived): void {
  if (waiting > 0) witness.violation('every event is accepted in the end', `${waiting} wait`);
  const deliveries = new Map<string, number>();
  const ofPartner = new Set<string>();
  for (const { companyId, key, partnerId, subscriptionIds } of tables.events.values()) {
    const event = `${companyId} ${key}`;
    if (ofPartner.has(`${event} ${partnerId}`)) witness.violation('an event is stored once', event);
    ofPartner.add(`${event} ${partnerId}`);
    deliveries.set(event, (deliveries.get(event) ?? 0) + subscriptionIds.length);
  }
  for (const { events, accepted } of receipts) {
    if (events.length !== accepted.length)
      witness.violation('each event has its answer', `${accepted.length}`);
    for (const [place, answer] of accepted.entries()) {
      const event = `${events[place]?.companyId} ${answer.id}`;
      const stored = deliveries.get(event) ?? 0;
      if (stored === answer.deliveries) continue;
      witness.violation(
        'an accepted event is stored',
        `${event} has ${stored} of ${answer.deliveries} deliveries`,
      );
    }
  }
}

/** The delivery ended, and for a reason. */
function judgeEnd({ tables, witness, scenario }: Lived, history: DeliveryHistory): void {
  const { name, logged, isTest, revivedAt, subscriptionId } = history;
  const end = tables.ends.get(rowKey(history));
  if (tables.attempts.has(rowKey(history)))
    return witness.violation('every delivery ends', `${name} is pending`);
  if (logged.some(({ isValid }) => isValid)) return;
  if (end === undefined) return witness.violation('no delivery is lost', name);
  if (end.status === 'cancelled' || isTest || revivedAt.length > 0) return;
  const failures = failuresOf(history);
  if (failures !== scenario.scheduleMs.length + 1) {
    witness.violation('a delivery fails only when its retries are used up', `${name}: ${failures}`);
  }
  if (witness.spared.has(rowKey(history))) return;
  if (!witness.subscriptionHistory.wasAwayWithin(subscriptionId, history.acceptedAt, end.endedAt)) {
    witness.violation('a failed delivery deletes its subscription', name);
  }
}

/** All POSTs have the same bytes. Without a loss there are no more POSTs than attempts, and none overlap. */
function judgePosts({ witness }: Lived, { name, posts, body, logged, losses }: DeliveryHistory): void {
  if (posts.some((post) => post.body !== body)) witness.violation('every attempt has the same bytes', name);
  const duplicates = posts.length - logged.length;
  if (duplicates > losses.length) {
    witness.violation('a POST is repeated only after a loss', `${name}: ${duplicates} > ${losses.length}`);
  }
  // A process may not know yet that it has lost the delivery. Its POST is a duplicate, and may overlap with those of
  // the new owner.
  const rightful = logged.map(({ post }) => post);
  if (rightful.some(({ end }, place) => rightful.slice(place + 1).some(({ start }) => start < (end ?? 0)))) {
    witness.violation('attempts overlap only after a loss', name);
  }
  for (const { post, isValid, number } of logged) {
    const { outcome } = post;
    const wasValid = outcome?.kind === 'answered' && outcome.status >= 200 && outcome.status <= 299;
    if (isValid !== wasValid) witness.violation('the log is true', `${name} #${number}`);
  }
}

/** A retry comes no earlier than the schedule says, and no earlier than the receiver asked. */
function judgeDelays({ witness, scenario: { scheduleMs } }: Lived, history: DeliveryHistory): void {
  const { name, logged, budgetsFrom } = history;
  let failures = 0;
  for (const [place, entry] of logged.entries()) {
    if (budgetsFrom.includes(place)) failures = 0;
    if (isCounted(entry)) failures += 1;
    const next = logged[place + 1];
    const { end, outcome } = entry.post;
    if (next === undefined || next.trigger === 'manual' || budgetsFrom.includes(place + 1) || end === null)
      continue;
    const asked = outcome?.kind === 'answered' ? (outcome.retryAfterSeconds ?? 0) * 1_000 : 0;
    const delay = Math.max(scheduleMs[Math.max(failures, 1) - 1] ?? 0, asked);
    // Due times are stored in whole milliseconds.
    if (next.post.start < end + delay - 1) {
      const waited = (next.post.start - end).toFixed(1);
      witness.violation('a retry does not come too early', `${name} #${next.number} after ${waited} ms`);
    }
  }
}

/** Nothing is sent to a subscription that is gone, or to a former URL, once the sender can know that. */
function judgeSubscription({ witness }: Lived, history: DeliveryHistory): void {
  const { name, subscriptionId, acceptedAt, posts, cancelledAt, revivedAt } = history;
  const { subscriptionHistory } = witness;
  for (const { start, host, url } of posts) {
    const isKnown = (since: number | null): boolean =>
      since !== null && start - witness.disturbances.lastEnd(host, since, start) > NOTICE_MS;
    const askedFor = Math.max(acceptedAt, ...revivedAt.filter((at) => at <= start));
    if (isKnown(subscriptionHistory.wentAwayAfter(subscriptionId, askedFor, start))) {
      witness.violation('nothing is sent to a subscription that is gone', `${name} at ${start.toFixed(1)}`);
    }
    if (isKnown(subscriptionHistory.leftUrlAt(subscriptionId, url, start))) {
      witness.violation('a retry goes to the present URL', `${name} at ${start.toFixed(1)}`);
    }
    const isRevived = revivedAt.some((at) => at > (cancelledAt ?? 0) && at <= start);
    if (cancelledAt !== null && cancelledAt < start && !isRevived && isKnown(cancelledAt)) {
      witness.violation('a cancelled delivery is not sent', `${name} at ${start.toFixed(1)}`);
    }
  }
}

/** A healthy receiver does not wait because of others. */
function judgePatience({ witness }: Lived, history: DeliveryHistory): void {
  const { name, partnerId, subscriptionId, acceptedAt, posts, faults, revivedAt } = history;
  const [first] = posts;
  if (partnerId !== HEALTHY_PARTNER || first === undefined || faults > 0 || revivedAt.length > 0) return;
  if (witness.rates.onceLimited.has(subscriptionId)) return;
  const began = witness.histories.turns.before(history).map(({ endedAt }) => endedAt ?? 0);
  const waited = first.start - Math.max(acceptedAt, ...began);
  if (waited > PATIENCE_MS) {
    witness.violation('a healthy receiver does not wait', `${name} for ${waited.toFixed(0)} ms`);
  }
}
