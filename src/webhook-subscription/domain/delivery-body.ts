/** The members of an event that its webhooks repeat. */
export interface EventEnvelope {
  readonly type: string;
  readonly typeId: string;
  readonly companyId: number;
  readonly createdAt: Date;
}

/**
 * The body of a delivery (docs/delivery.md).
 * @param dataJson the projected document, serialised when the event was accepted, so that all attempts send the same
 * bytes
 */
export function deliveryBody(event: EventEnvelope, subscriptionId: number, dataJson: string): string {
  return (
    `{"type":${JSON.stringify(event.type)},"typeId":${JSON.stringify(event.typeId)}` +
    `,"source":"webhookSubscription","sourceId":${subscriptionId},"companyId":${event.companyId}` +
    `,"createdAt":"${event.createdAt.toISOString()}","data":${dataJson}}`
  );
}
