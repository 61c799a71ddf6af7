import { domainToASCII } from 'node:url';
import { problem, type Problem } from '../../shared/domain/errors.js';

/** The most octets of an address, and of its local part (RFC 5321, 4.5.3.1). */
const MAX_ADDRESS = 254;
const MAX_LOCAL_PART = 64;
/** Words joined by single dots. Refuses what needs quotes, or could end a header or begin another address. */
const ADDRESS =
  /^(?<local>[^\s\p{C}"(),:;<>@[\]\\.]+(?:\.[^\s\p{C}"(),:;<>@[\]\\.]+)*)@(?<domain>[\p{L}\p{M}\p{N}-]+(?:\.[\p{L}\p{M}\p{N}-]+)+)$/u;
const LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;

/** Problems of a recipient's address, for example `ada@client.example`. Accepts international addresses. */
export function emailAddressProblems(value: unknown): readonly Problem[] {
  if (typeof value !== 'string') return [problem('wrong_type', 'Must be a string.')];
  if (value === '') return [problem('required', 'Is required.')];
  if (Buffer.byteLength(value) > MAX_ADDRESS) {
    return [problem('too_long', `Must have at most ${MAX_ADDRESS} bytes in UTF-8.`)];
  }
  const { local = '', domain = '' } = ADDRESS.exec(value)?.groups ?? {};
  const isValid = local !== '' && Buffer.byteLength(local) <= MAX_LOCAL_PART && isDomain(domain);
  return isValid
    ? []
    : [problem('invalid_address', 'Must be one email address, such as ada@client.example.')];
}

function isDomain(domain: string): boolean {
  const labels = domainToASCII(domain).split('.');
  // A name whose last label is a number would be read as an IP address.
  return labels.every((label) => LABEL.test(label)) && !/^\d+$/.test(labels.at(-1) ?? '');
}
