import { DueScan } from '../../queue/due-scan.js';
import type { PlannedAttempt } from '../domain/planned-attempt.js';

/** Scans the table `delivery_attempt` for due attempts and hands them to the dispatcher. */
export class RetryService extends DueScan<PlannedAttempt> {}
