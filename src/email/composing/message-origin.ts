import type { MailSender } from '../domain/mailer.js';
import type { PlannedEmail } from '../domain/planned-email.js';
import { domainOf } from '../domain/sender.js';

/** The headers that name a message's origin. */
export interface Origin {
  readonly kind: string;
  readonly sender: MailSender;
  /** Before the address; null for the name of the partner. */
  readonly name: string | null;
  /** To which bounces return; null for the sender. */
  readonly bounceAddress: string | null;
}

/** The members of a message that follow from its origin. */
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
