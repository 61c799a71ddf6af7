import { type Lease } from '../../domain/planned-attempt.js';
import { type Turn } from '../../domain/turn.js';

/** An attempt to send an email that this process holds. What is to be sent is read when its turn has come. */
export interface PlannedEmail extends Turn {
  readonly companyId: number;
  /** The email's id, a UUID of version 7. */
  readonly id: string;
  /** Places of the retry schedule that are used up. */
  readonly failures: number;
  /** Of its attachments. */
  readonly bytes: number;
  readonly hold: Lease;
}
