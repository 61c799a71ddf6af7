const NETWORK_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
]);

// Connection lost (class 08), no room, memory or connections (class 53), read-only (25006), a disk that fails (58030),
// server stopping or starting (57P01 to 57P03), a statement or a lock that took too long (57014, 55P03), and
// transactions that lost against others (40001, 40P01).
const SQL_STATES = /^(08...|53...|25006|58030|57P0[123]|57014|55P03|40001|40P01)$/;

// Errors of pg without a code.
const MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Cannot use a pool after calling end)/;

/**
 * True if an error, or its cause, means that the database cannot be reached, is too busy or does not accept writes, so
 * that the same request may succeed later.
 */
export function isDatabaseAway(error: unknown, depth = 0): boolean {
  if (!(error instanceof Error) || depth > 5) return false;
  const { code, syscall, severity } = error as { code?: unknown; syscall?: unknown; severity?: unknown };
  // PostgreSQL ended the session, or refused it.
  if (severity === 'FATAL' || severity === 'PANIC') return true;
  if (typeof code === 'string') {
    if (SQL_STATES.test(code)) return true;
    // ENOENT counts only for connection attempts, not for missing files.
    if (NETWORK_CODES.has(code) && (code !== 'ENOENT' || syscall === 'connect')) return true;
  }
  if (MESSAGES.test(error.message)) return true;
  const inner = error instanceof AggregateError ? (error.errors as unknown[]) : [];
  const { driverError } = error as { driverError?: unknown };
  return [error.cause, driverError, ...inner].some((cause) => isDatabaseAway(cause, depth + 1));
}
