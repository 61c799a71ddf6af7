/** Emitted in a worker when another process wakes it to scan for due deliveries and emails. */
export const ATTEMPTS_WAITING = 'attempts.waiting';

/** Emitted in the process that has just committed emails. */
export const EMAILS_WAITING = 'emails.waiting';

/** The NOTIFY channel that wakes the workers of all processes. */
export const ATTEMPTS_WAITING_CHANNEL = 'livery_attempts';
