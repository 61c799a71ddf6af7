import type { MailSender } from '../domain/mailer.js';
import { domainOf } from '../domain/sender.js';

/**
 * The members of a message that follow from its sender. `name`: null for the name of the partner. `bounceAddress`: to
 * which bounces return; null for the sender.
 */
export function originOf(id: string, sender: MailSender, name: string | null, bounceAddress: string | null) {
  return {
    id,
    messageId: `<${id}@${domainOf(sender.address)}>`,
    from: { name: name ?? sender.partnerName, address: sender.address },
    envelopeFrom: bounceAddress ?? sender.address,
    isPartnersEnvelope: sender.isPartners && bounceAddress === null,
    dkim: sender.dkim,
  };
}
