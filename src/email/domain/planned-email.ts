import type { Lease } from '../../queue/domain/lease.js';
import type { Schedulable } from '../../queue/domain/schedulable.js';

/** An attempt to send an email, leased by this process. Its content is read when it is sent. */
export interface PlannedEmail extends Schedulable {
  readonly companyId: number;
  /** The email's id, a UUID of version 7. */
  readonly id: string;
  /** Failed attempts so far. Each has used up a delay of the retry schedule. */
  readonly failures: number;
  /** Empty if the email no longer exists. */
  readonly recipient: string;
  /** The recipient's domain, in lower case and ASCII. */
  readonly domain: string;
  /** The size of the attachments. */
  readonly bytes: number;
  /** Replaced when the lease is renewed. */
  ownership: Lease;
}
