import type { JsonObject } from '../../event/domain/event.js';
import type { EventType } from '../../event/domain/event-types.js';
import { type ConditionResult, Conditions } from './conditions/conditions.js';
import { deliveryBody, type EventEnvelope } from './delivery-body.js';
import { IncludePaths } from './include-paths.js';
import { DocumentPath } from '../../shared/domain/document-path.js';
import type { Problem } from '../../shared/domain/errors.js';
import { isObject } from '../../shared/domain/is-object.js';
import type { Steps } from '../../shared/domain/steps.js';
import { selectsAnything } from './conditions/selected-values.js';
import { subscriptionWarnings } from './subscription-warnings.js';

/** A subscription to try out, which need not exist. */
export interface TriedSubscription {
  readonly type: EventType;
  readonly includePaths: IncludePaths;
  readonly conditions: Conditions;
}

/** The result of trying a subscription on a document. */
export interface Preview {
  readonly matches: boolean;
  readonly conditions: readonly ConditionResult[];
  /** The include paths that select nothing in the document. */
  readonly emptyPaths: readonly string[];
  /** Warnings about valid but probably unintended members. Pointers are relative to the subscription. */
  readonly warnings: readonly Problem[];
  /** The body that would be sent if the conditions match. */
  readonly body: JsonObject;
}

/** A real event, or only the time of an imagined one. */
export type PreviewedEvent = Pick<EventEnvelope, 'createdAt'> & Partial<EventEnvelope>;

/**
 * Tries a subscription, which need not exist, on a document. Without a real event, `typeId` and `companyId` are the
 * document's own `id` and `companyId` if it has them, else `''` and 0. `sourceId` is 0.
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
  const projected = includePaths.project({ ...document });
  yield;
  const emptyPaths = emptyPathsOf(includePaths, document);
  yield;
  return {
    matches: results.every(({ matches }) => matches),
    conditions: results,
    emptyPaths,
    warnings: subscriptionWarnings({ includePaths, conditions }),
    // Avoids serialising and parsing the document.
    body: { ...membersOf(deliveryBody(envelope, 0, 'null')), data: projected },
  };
}

function membersOf(json: string): JsonObject {
  const members: unknown = JSON.parse(json);
  return isObject(members) ? members : {};
}

function emptyPathsOf({ isWhole, paths }: IncludePaths, document: object): readonly string[] {
  if (isWhole) return [];
  const isFound = selectsAnything(
    paths.map((path) => DocumentPath.parse(path).segments),
    document,
  );
  return paths.filter((_, index) => isFound[index] === false);
}
