/** The name under which a worker emits within itself that it was called to look for attempts, of emails too. */
export const ATTEMPTS_WAITING = 'attempts.waiting';

/** The channel on which workers learn that attempts wait for them in the table. */
export const ATTEMPTS_WAITING_CHANNEL = 'livery_attempts';
