import { domainToASCII } from 'node:url';

/** The domain of a recipient in lower case and ASCII, the form in settings and in SMTP. */
export function recipientDomainOf(recipient: string): string {
  const written = recipient.slice(recipient.lastIndexOf('@') + 1);
  return domainToASCII(written) || written.toLowerCase();
}
