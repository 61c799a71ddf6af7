import { MAX_NESTING } from './json-sanity.js';

const MIB = 1024 * 1024;
const BODY_LIMIT = 2 * MIB;
const OTHER_BODY_LIMITS: ReadonlyMap<string, number> = new Map([
  // A thousand events come in one body.
  ['/internal/event', 32 * MIB],
  // A report may return the whole email, with its attachments.
  ['/internal/bounce', 10 * MIB],
  // The caller is not known yet.
  ['/console/session', 1024],
]);

const SUBSCRIPTIONS = '/partner/webhookSubscription';

/** How large a body may be. */
export interface BodyLimits {
  readonly bytes: number;
  /** How deep arrays and objects may lie in one another. */
  readonly nesting: number;
}

/** The limits of a body sent to this path. */
export function bodyLimitsAt(path: string): BodyLimits {
  // Conditions may be as deep as a body, and are a member of one.
  const nesting = path.startsWith(SUBSCRIPTIONS) ? MAX_NESTING + 1 : MAX_NESTING;
  return { bytes: OTHER_BODY_LIMITS.get(path) ?? BODY_LIMIT, nesting };
}
