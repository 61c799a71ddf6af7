/** Emitted within a worker when another process has called it to look for due attempts, of deliveries and emails. */
export const ATTEMPTS_WAITING = 'attempts.waiting';

/** Emitted within a process that has just committed emails. */
export const EMAILS_WAITING = 'emails.waiting';

/** The channel on which workers are called to look for due attempts. */
export const ATTEMPTS_WAITING_CHANNEL = 'livery_attempts';
