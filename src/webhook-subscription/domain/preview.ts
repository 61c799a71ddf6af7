import type { JsonObject } from '../../event/domain/event.js';
import type { EventType } from '../../event/domain/event-types.js';
import { type ConditionResult, Conditions } from './conditions.js';
import { deliveryBody } from './delivery-body.js';
import { IncludePaths } from './include-paths.js';

/** A subscription that need not exist, and a document to try it on. */
export interface PreviewWishes {
  readonly type: EventType;
  readonly includePaths: IncludePaths;
  readonly conditions: Conditions;
  readonly document: JsonObject;
}

/** The result of trying a subscription on a document. */
export interface Preview {
  readonly matches: boolean;
  readonly conditions: readonly ConditionResult[];
  /** The body that would be sent if the conditions match. */
  readonly body: JsonObject;
}

/**
 * Tries a subscription that need not exist on a document. Members that only a real event has are made up:
 * `sourceId` is 0, `createdAt` the present time, `typeId` and `companyId` the document's own `id` and `companyId`
 * where it has them, else `''` and 0.
 */
export function previewOf({ type, includePaths, conditions, document }: PreviewWishes, now: Date): Preview {
  const { id, companyId } = document;
  const results = conditions.explain(document);
  const envelope = {
    type,
    typeId: typeof id === 'string' || typeof id === 'number' ? String(id) : '',
    companyId: typeof companyId === 'number' && Number.isInteger(companyId) ? companyId : 0,
    createdAt: now,
  };
  return {
    matches: results.every(({ matches }) => matches),
    conditions: results,
    body: JSON.parse(deliveryBody(envelope, 0, JSON.stringify(includePaths.project(document)))),
  };
}
