import { createHash } from 'node:crypto';

export const suppressionReasons = ['unsubscribed', 'complained', 'bounced'] as const;
/** Why a recipient is suppressed. */
export type SuppressionReason = (typeof suppressionReasons)[number];

/** A recipient who gets no more emails of a company. */
export interface Suppression {
  readonly id: number;
  readonly partnerId: number;
  readonly companyId: number;
  /** Null once the recipient's data is erased. */
  readonly recipient: string | null;
  readonly reason: SuppressionReason;
  readonly createdAt: Date;
}

/** A suppression to add. */
export type NewSuppression = Omit<Suppression, 'id' | 'recipient' | 'createdAt'> & {
  readonly recipient: string;
};

/** Selects suppressions to list or remove. An absent member does not restrict the selection. */
export interface SuppressionFilter {
  readonly companyId?: number;
  readonly recipient?: string;
}

/**
 * Finds a recipient's suppressions, regardless of case and even after the address is erased. Not keyed, so that it
 * outlives every secret key.
 */
export function recipientDigest(recipient: string): Buffer {
  return createHash('sha256').update(`livery suppression\n${recipient.toLowerCase()}`).digest();
}

/**
 * The reasons that prevent an email from being sent. Unsubscribing, and complaining, stops only emails that recipients can
 * unsubscribe from; a hard bounce stops all, because the address does not exist.
 */
export function reasonsAgainst(canUnsubscribe: boolean): readonly SuppressionReason[] {
  return canUnsubscribe ? suppressionReasons : ['bounced'];
}
