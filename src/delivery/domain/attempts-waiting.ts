/** The channel on which workers learn that attempts wait for them in the table. */
export const ATTEMPTS_WAITING_CHANNEL = 'livery_attempts';
