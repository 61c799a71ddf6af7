import { MAX_NESTING } from './json-sanity.js';

const MIB = 1024 * 1024;
const BODY_LIMIT = 2 * MIB;
const OTHER_BODY_LIMITS: ReadonlyMap<string, number> = new Map([
  // One body can contain a thousand events.
  ['/internal/event', 32 * MIB],
  // A report may contain the whole email with attachments.
  ['/internal/bounce', 10 * MIB],
  // The caller is not authenticated yet.
  ['/console/session', 1024],
]);

const SUBSCRIPTIONS = '/partner/webhookSubscription';

/** The size limits of a body. */
export interface BodyLimits {
  readonly bytes: number;
  /** The deepest nesting of arrays and objects. */
  readonly nesting: number;
}

/** The limits of a body sent to this path. */
export function bodyLimitsAt(path: string): BodyLimits {
  // Conditions, which are a member of the body, may themselves have the full depth.
  const nesting = path.startsWith(SUBSCRIPTIONS) ? MAX_NESTING + 1 : MAX_NESTING;
  return { bytes: OTHER_BODY_LIMITS.get(path) ?? BODY_LIMIT, nesting };
}
