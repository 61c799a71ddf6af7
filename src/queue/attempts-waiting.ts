/** Emitted within a worker when another process has woken it to scan for due deliveries and emails. */
export const ATTEMPTS_WAITING = 'attempts.waiting';

/** Emitted within a process that has just committed emails. */
export const EMAILS_WAITING = 'emails.waiting';

/** The channel that wakes workers to scan for due attempts. */
export const ATTEMPTS_WAITING_CHANNEL = 'livery_attempts';
