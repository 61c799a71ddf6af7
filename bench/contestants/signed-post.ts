import { isValid } from '../../src/delivery/domain/outcome.js';
import { Transport } from '../../src/delivery/domain/transport.js';
import type { DocumentEvent } from '../../src/event/domain/event.js';
import { deliveryBody } from '../../src/webhook-subscription/domain/delivery-body.js';
import { signatureOf } from '../../src/webhook-subscription/domain/signing.js';
import { World } from '../harness/world.js';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

/** A delivery in the JSON of a job queue, with everything that the POST needs. */
export interface Job {
  readonly partnerId: number;
  readonly type: string;
  readonly typeId: string;
  readonly companyId: number;
  readonly createdAt: string;
  readonly json: string;
}

export function jobOf(world: World, event: DocumentEvent): Job {
  const { type, typeId, companyId, createdAt, json } = event;
  return {
    partnerId: world.partnerOf(event),
    type,
    typeId,
    companyId,
    createdAt: createdAt.toISOString(),
    json,
  };
}

/** Delivers a job like the engine: the same body, signed, through the same transport. */
export async function post(world: World, transport: Transport, job: Job): Promise<void> {
  const { partnerId, json, typeId } = job;
  const body = deliveryBody({ ...job, createdAt: new Date(job.createdAt) }, partnerId, json);
  const timestamp = Math.floor(Date.now() / 1_000);
  const outcome = await transport.send({
    partnerId,
    url: world.urlFor(partnerId),
    headers: {
      'content-type': 'application/json',
      'webhook-id': `msg_${typeId}`,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signatureOf([SECRET], `msg_${typeId}`, timestamp, body),
    },
    body,
  });
  if (!isValid(outcome)) throw new Error(`The receiver did not accept ${typeId}.`);
}
