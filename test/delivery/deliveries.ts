import { randomUUID } from 'node:crypto';
import { TestApp, type TestPartner } from '../support/app.js';
import type { Json } from '../support/app.js';
import { type ReceivedRequest, Receiver } from '../support/receiver.js';

const PATIENCE_MS = 100_000;
const LOOK_MS = 20;

/** Creates a subscription for a receiver. Override the members that matter to the test. */
export async function subscribe(
  app: TestApp,
  partner: TestPartner,
  receiver: Receiver,
  members: Readonly<Record<string, unknown>> = {},
): Promise<Json> {
  const answer = await app.request('POST', '/partner/webhookSubscription', {
    key: partner.key,
    body: { type: 'document.accepted', isActive: true, url: receiver.url, includePaths: [], ...members },
  });
  if (answer.status !== 201) throw new Error(`Not subscribed: ${answer.text}`);
  return answer.body;
}

/** An event of the partner's company. Override the members that matter to the test. */
export function eventOf(partner: TestPartner, members: Readonly<Record<string, unknown>> = {}): Json {
  return {
    id: randomUUID(),
    type: 'document.accepted',
    typeId: 'doc-1',
    companyId: partner.companyId,
    data: { id: 'doc-1', status: 'accepted', data: { name: 'Offer', amount: 12 } },
    ...members,
  };
}

/** Reports events and expects them to be accepted. */
export async function report(app: TestApp, events: Json): Promise<Json[]> {
  const answer = await app.internal('POST', '/internal/event', events);
  if (answer.status !== 202) throw new Error(`Not accepted: ${answer.text}`);
  return answer.body.accepted;
}

/** Repeats `look` until its result is as expected. The error contains the last result. */
export async function eventually<Seen>(
  look: () => Promise<Seen>,
  isThere: (seen: Seen) => boolean,
): Promise<Seen> {
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    const seen = await look();
    if (isThere(seen)) return seen;
    if (performance.now() > end) throw new Error(`It did not come: ${JSON.stringify(seen)}`);
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

/** The requests for a subscription, once there are this many. */
export function arrivalsOf(
  receiver: Receiver,
  subscriptionId: number,
  count: number,
): Promise<ReceivedRequest[]> {
  return eventually(
    async () => receiver.requests.filter(({ json }) => json?.sourceId === subscriptionId),
    (requests) => requests.length >= count,
  );
}

/** The partner's log, newest first, once it is as expected. */
export function logOf(
  app: TestApp,
  partner: TestPartner,
  query: string,
  isThere: (deliveries: Json[]) => boolean,
): Promise<Json[]> {
  return eventually(
    async () => (await app.request('GET', `/partner/delivery${query}`, { key: partner.key })).body,
    isThere,
  );
}

/** The only delivery of a subscription, once it has this status. */
export async function deliveryOf(
  app: TestApp,
  partner: TestPartner,
  subscriptionId: number,
  status: string,
): Promise<Json> {
  const [delivery] = await logOf(
    app,
    partner,
    `?subscriptionId=${subscriptionId}`,
    ([first]) => first?.status === status,
  );
  return (await app.request('GET', `/partner/delivery/${delivery.id}`, { key: partner.key })).body;
}
