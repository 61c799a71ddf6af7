import type { MailSender } from '../domain/mailer.js';
import type { PlannedEmail } from '../domain/planned-email.js';
import { domainOf } from '../domain/sender.js';

/** Where a message comes from: its kind, sender, sender's name and bounce address. */
export interface Origin {
  readonly kind: string;
  readonly sender: MailSender;
  /** The name before the address; null for the partner's name. */
  readonly name: string | null;
  /** Null for the sender's address. */
  readonly bounceAddress: string | null;
}

/** Derives the members of a message that depend on its origin. */
export function originOf(
  { id, partnerId, companyId }: PlannedEmail,
  { kind, sender, name, bounceAddress }: Origin,
) {
  return {
    id,
    messageId: `<${id}@${domainOf(sender.address)}>`,
    from: { name: name ?? sender.partnerName, address: sender.address },
    envelopeFrom: bounceAddress ?? sender.address,
    isPartnersEnvelope: sender.isPartners && bounceAddress === null,
    feedbackId: `${companyId}:${partnerId}:${kind}:livery`,
    dkim: sender.dkim,
  };
}
