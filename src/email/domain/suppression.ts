import { createHash } from 'node:crypto';

export const suppressionReasons = ['unsubscribed', 'bounced'] as const;
/** Why a recipient gets no more emails of a company. */
export type SuppressionReason = (typeof suppressionReasons)[number];

/** A recipient who gets no more emails of a company. */
export interface Suppression {
  readonly id: number;
  readonly partnerId: number;
  readonly companyId: number;
  /** Null once the recipient's data was erased. */
  readonly recipient: string | null;
  readonly reason: SuppressionReason;
  readonly createdAt: Date;
}

/** A suppression that is to be made. */
export type NewSuppression = Omit<Suppression, 'id' | 'recipient' | 'createdAt'> & {
  readonly recipient: string;
};

/** Selects suppressions to list or remove. An absent member does not restrict them. */
export interface SuppressionFilter {
  readonly companyId?: number;
  readonly recipient?: string;
}

/**
 * The digest by which a recipient is found, in upper or lower case, also after the address was erased. Not keyed, so that
 * it outlives every secret key.
 */
export function recipientDigest(recipient: string): Buffer {
  return createHash('sha256').update(`livery suppression\n${recipient.toLowerCase()}`).digest();
}

/**
 * The reasons that keep an email from being sent: an unsubscription those that recipients can unsubscribe from, a bounce
 * all of them, because the address does not exist.
 */
export function reasonsAgainst(canUnsubscribe: boolean): readonly SuppressionReason[] {
  return canUnsubscribe ? suppressionReasons : ['bounced'];
}
