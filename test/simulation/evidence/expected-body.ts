import { WebhookSubscription } from '../../../src/webhook-subscription/domain/webhook-subscription.js';
import type { EventRow } from '../database/tables.js';

/** The document of an event. */
export function documentOf({ json }: EventRow): object {
  const document: unknown = JSON.parse(json);
  if (typeof document !== 'object' || document === null) throw new TypeError('A document is an object.');
  return document;
}

/** The body, with the document as the subscription selects it when the event is accepted. */
export function expectedBody(
  event: EventRow,
  { id, includePaths }: WebhookSubscription,
  document: object,
): string {
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
