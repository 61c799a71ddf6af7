import type { Scenario } from '../scenario.js';
import { DocumentService } from '../outside/document-service.js';
import { FORTUNATE } from '../outside/partners.js';
import { rowKey, Tables } from '../database/tables.js';
import { type DeliveryHistory, failuresOf, isCounted } from './delivery-history.js';
import { NOTICE_MS } from './findings.js';
import { Witness } from './witness.js';

/** How long a first attempt may wait while nothing is wrong but other receivers: a scan, and its turns after others. */
const PATIENCE_MS = 2_500;

interface Lived {
  readonly tables: Tables;
  readonly witness: Witness;
  readonly documents: DocumentService;
  readonly scenario: Scenario;
}

/** Every delivery has ended: answered validly, failed, or cancelled. */
export function haveAllEnded({ tables, witness }: Lived): boolean {
  if (tables.attempts.size > 0) return false;
  for (const [place, { logged }] of witness.deliveries) {
    if (!tables.ends.has(place) && !logged.some(({ isValid }) => isValid)) return false;
  }
  return true;
}

/** Holds everything that happened against the promise. Rules that the witness can hold at once are held there. */
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

/** What a caller was told is so. */
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

/** It ended, and for a reason. */
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
    witness.violation('a delivery fails after one failure more than it has retries', `${name}: ${failures}`);
  }
  if (witness.spared.has(rowKey(history))) return;
  if (!witness.subscriptionHistory.wasAwayWithin(subscriptionId, history.acceptedAt, end.endedAt)) {
    witness.violation('a delivery that fails takes its subscription with it', name);
  }
}

/** The same bytes each time; no more POSTs than attempts, and none at the same time, but for a loss. */
function judgePosts({ witness }: Lived, { name, posts, body, logged, losses }: DeliveryHistory): void {
  if (posts.some((post) => post.body !== body)) witness.violation('every attempt has the same bytes', name);
  const duplicates = posts.length - logged.length;
  if (duplicates > losses.length) {
    witness.violation('a POST is repeated only after a loss', `${name}: ${duplicates} > ${losses.length}`);
  }
  // Whoever lost what he held may not know yet: his POST is a duplicate, and may fall into those of the next holder.
  const rightful = logged.map(({ post }) => post);
  if (rightful.some(({ end }, place) => rightful.slice(place + 1).some(({ start }) => start < (end ?? 0)))) {
    witness.violation('attempts overlap only after a loss', name);
  }
  for (const { post, isValid, number } of logged) {
    const { outcome } = post;
    const wasValid = outcome?.kind === 'answered' && outcome.status >= 200 && outcome.status <= 299;
    if (isValid !== wasValid) witness.violation('the log tells the truth', `${name} #${number}`);
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
    // Due times are kept in whole milliseconds.
    if (next.post.start < end + delay - 1) {
      const waited = (next.post.start - end).toFixed(1);
      witness.violation('a retry waits as long as it has to', `${name} #${next.number} after ${waited} ms`);
    }
  }
}

/** Nothing is sent to whom does not listen, or to where it no longer listens, once that can be known. */
function judgeSubscription({ witness }: Lived, history: DeliveryHistory): void {
  const { name, subscriptionId, acceptedAt, posts, cancelledAt, revivedAt } = history;
  const { subscriptionHistory } = witness;
  for (const { start, host, url } of posts) {
    const isKnown = (since: number | null): boolean =>
      since !== null && start - witness.disturbances.lastEnd(host, since, start) > NOTICE_MS;
    const askedFor = Math.max(acceptedAt, ...revivedAt.filter((at) => at <= start));
    if (isKnown(subscriptionHistory.wentAwayAfter(subscriptionId, askedFor, start))) {
      witness.violation('nothing is sent once its subscription went away', `${name} at ${start.toFixed(1)}`);
    }
    if (isKnown(subscriptionHistory.leftUrlAt(subscriptionId, url, start))) {
      witness.violation('a retry goes to the present url', `${name} at ${start.toFixed(1)}`);
    }
    const isRevived = revivedAt.some((at) => at > (cancelledAt ?? 0) && at <= start);
    if (cancelledAt !== null && cancelledAt < start && !isRevived && isKnown(cancelledAt)) {
      witness.violation('what was cancelled is not sent', `${name} at ${start.toFixed(1)}`);
    }
  }
}

/** Whoever is well is not kept waiting by the trouble of others. */
function judgePatience({ witness }: Lived, history: DeliveryHistory): void {
  const { name, partnerId, subscriptionId, acceptedAt, posts, faults, revivedAt } = history;
  const [first] = posts;
  if (partnerId !== FORTUNATE || first === undefined || faults > 0 || revivedAt.length > 0) return;
  if (witness.rates.onceLimited.has(subscriptionId)) return;
  const began = witness.histories.turns.before(history).map(({ endedAt }) => endedAt ?? 0);
  const waited = first.start - Math.max(acceptedAt, ...began);
  if (waited > PATIENCE_MS) {
    witness.violation('a receiver that is well is not kept waiting', `${name} for ${waited.toFixed(0)} ms`);
  }
}
