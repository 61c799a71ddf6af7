import type { JsonObject } from '../../event/domain/event.js';
import type { EventType } from '../../event/domain/event-types.js';
import { type ConditionResult, Conditions } from './conditions.js';
import { deliveryBody, type EventEnvelope } from './delivery-body.js';
import { IncludePaths } from './include-paths.js';
import type { Steps } from '../../shared/domain/steps.js';

/** A subscription that need not exist. */
export interface TriedSubscription {
  readonly type: EventType;
  readonly includePaths: IncludePaths;
  readonly conditions: Conditions;
}

/** The result of trying a subscription on a document. */
export interface Preview {
  readonly matches: boolean;
  readonly conditions: readonly ConditionResult[];
  /** The body that would be sent if the conditions match. */
  readonly body: JsonObject;
}

/** A real event, or the time of one that did not happen. */
export type PreviewedEvent = Pick<EventEnvelope, 'createdAt'> & Partial<EventEnvelope>;

/**
 * Tries a subscription that need not exist on a document. Members that only a real event has are made up without one:
 * `typeId` and `companyId` are the document's own `id` and `companyId` where it has them, else `''` and 0. `sourceId`
 * is 0.
 */
export function* previewing(
  { type, includePaths, conditions }: TriedSubscription,
  document: object,
  event: PreviewedEvent,
): Steps<Preview> {
  const { id, companyId }: { id?: unknown; companyId?: unknown } = document;
  const results = yield* conditions.explaining(document);
  yield;
  const envelope = {
    type,
    typeId: event.typeId ?? (typeof id === 'string' || typeof id === 'number' ? String(id) : ''),
    companyId:
      event.companyId ?? (typeof companyId === 'number' && Number.isInteger(companyId) ? companyId : 0),
    createdAt: event.createdAt,
  };
  const projected = JSON.stringify(includePaths.project({ ...document }));
  yield;
  return {
    matches: results.every(({ matches }) => matches),
    conditions: results,
    body: JSON.parse(deliveryBody(envelope, 0, projected)),
  };
}
