const MIB = 1024 * 1024;
const BODY_LIMIT = 2 * MIB;
const OTHER_BODY_LIMITS: ReadonlyMap<string, number> = new Map([
  // A thousand events come in one body (CONTRACT 5).
  ['/internal/event', 32 * MIB],
  // Nobody has said yet who they are.
  ['/console/session', 1024],
]);

/** Most bytes that a body sent to this path may have. */
export function bodyLimitAt(path: string): number {
  return OTHER_BODY_LIMITS.get(path) ?? BODY_LIMIT;
}
