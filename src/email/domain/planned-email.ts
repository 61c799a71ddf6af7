import type { Lease } from '../../queue/domain/lease.js';
import type { Schedulable } from '../../queue/domain/schedulable.js';

/** An attempt to send an email, leased by this process. Its content is read when its turn comes. */
export interface PlannedEmail extends Schedulable {
  readonly companyId: number;
  /** The email's id, a UUID of version 7. */
  readonly id: string;
  /** Failed attempts, which have used up as many delays of the retry schedule. */
  readonly failures: number;
  /** Empty when the email no longer exists. */
  readonly recipient: string;
  /** The domain of its recipient, in lower case and ASCII. */
  readonly domain: string;
  /** The size of its attachments. */
  readonly bytes: number;
  /** Replaced when the lease is renewed. */
  ownership: Lease;
}
