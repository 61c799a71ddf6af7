import { createHash } from 'node:crypto';
import { Client } from 'undici';
import { withDeadline } from '../../shared/deadline.js';
import { SERVICE_VERSION } from '../../shared/version.js';
import { deliveryBody } from '../../webhook-subscription/domain/delivery-body.js';
import { signatureOf } from '../../webhook-subscription/domain/signing.js';

const TIMEOUT_MS = 15_000;
/** The subscription id in forwarded webhooks. No subscription has it. */
const NO_SUBSCRIPTION = 0;

/** An event in the stream. */
export interface StreamedEvent {
  readonly id: string;
  readonly type: string;
  readonly typeId: string;
  readonly companyId: number;
  readonly createdAt: string;
  readonly data: unknown;
}

/** The result of forwarding an event. */
export interface Forwarded {
  readonly type: string;
  /** The `webhook-id`. */
  readonly id: string;
  readonly status: number | null;
  /** The error that prevented an answer; null if there was one. */
  readonly error: string | null;
  readonly durationMs: number;
}

/** Sends an event as a webhook with the whole document, signed with the secret. */
export async function forward(
  event: StreamedEvent,
  target: URL,
  secret: string,
  ended: AbortSignal,
): Promise<Forwarded> {
  const { type, typeId, companyId, createdAt, data } = event;
  const envelope = { type, typeId, companyId, createdAt: new Date(createdAt) };
  const body = deliveryBody(envelope, NO_SUBSCRIPTION, JSON.stringify(data));
  const id = webhookIdOf(event);
  const timestamp = Math.floor(Date.now() / 1_000);
  const begun = performance.now();
  // fetch() would add headers that webhooks do not have.
  const receiver = new Client(target.origin);
  const send = (signal: AbortSignal) =>
    receiver.request({
      method: 'POST',
      path: `${target.pathname}${target.search}`,
      headers: {
        'content-type': 'application/json',
        'user-agent': `Livery/${SERVICE_VERSION}`,
        'webhook-id': id,
        'webhook-timestamp': String(timestamp),
        'webhook-signature': signatureOf([secret], id, timestamp, body),
      },
      body,
      signal,
    });
  const outcome = await withDeadline(TIMEOUT_MS, [ended], async (signal) => {
    const answer = await send(signal);
    await answer.body.dump();
    return { status: answer.statusCode, error: null };
  })
    .catch((error: unknown) => ({ status: null, error: reasonOf(error) }))
    .finally(() => void receiver.destroy());
  return { type, id, ...outcome, durationMs: Math.round(performance.now() - begun) };
}

/** The `webhook-id` of an event, the same each time, as with a subscription. */
function webhookIdOf({ companyId, id }: StreamedEvent): string {
  return `msg_${createHash('sha256').update(`${companyId} ${id}`).digest('base64url').slice(0, 27)}`;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return `no answer within ${TIMEOUT_MS / 1_000} s`;
  // If a name has several addresses and none answers, the error has a code but no message.
  return error.message === '' && 'code' in error ? String(error.code) : error.message;
}
