import { hasMoreCharacters } from './characters.js';
import type { EgressAllowList } from './egress-allow-list.js';
import { familyOf, ipv4Of } from './egress-address.js';

const MAX_LENGTH = 2_048;
/** Control and format characters, lone surrogates, separators, and backslashes, which some parsers read as slashes. */
const NEVER_IN_A_URL = /[\p{C}\p{Z}\\]/u;
const AUTHORITY = /^https:\/\/(?<authority>[^/?#]+)/i;
const HOST_AND_PORT = /^(?<host>\[[0-9a-f:]+\]|[^:[\]]+)(?::(?<port>[1-9]\d{0,4}|0))?$/iu;
const LABEL = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/;
/** Names that are only meaningful inside a private network. */
const INSIDE = [
  'localhost',
  'localdomain',
  'local',
  'internal',
  'intranet',
  'private',
  'corp',
  'home',
  'lan',
  'svc',
  'arpa',
];

/** Ports of protocols that could misinterpret HTTP requests: the list that browsers block. */
const BAD_PORTS = new Set([
  1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104,
  109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515,
  526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049,
  3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10_080,
]);

/**
 * Why requests must not be sent to this URL, as the end of a sentence ("must …"); null if they may
 * (docs/specification.md#webhook-subscriptions). Checks only the text; addresses are checked when a request is sent.
 */
export function urlProblem(text: string, allowList: EgressAllowList): string | null {
  if (hasMoreCharacters(text, MAX_LENGTH)) return `must not be longer than ${MAX_LENGTH} characters`;
  if (NEVER_IN_A_URL.test(text)) return 'must not contain spaces, control characters or backslashes';
  const authority = AUTHORITY.exec(text)?.groups?.authority;
  if (authority === undefined) return 'must be an absolute https URL, such as https://example.com/hook';
  if (text.includes('#')) return 'must not have a fragment';
  if (authority.includes('@')) return 'must not contain a user name or password';
  const { host: written, port: writtenPort } = HOST_AND_PORT.exec(authority)?.groups ?? {};
  if (written === undefined || !URL.canParse(text)) return 'must name a valid host and port';
  const { hostname } = new URL(text);
  const port = Number(writtenPort ?? 443);
  const host = hostname.replace(/^\[|\]$/g, '');
  const isAllowed = allowList.allowsHost(host, port) || allowList.allowsAddress(host, port);
  if (port === 0 || (BAD_PORTS.has(port) && !isAllowed)) return `must not use port ${port}`;
  return familyOf(host) === null
    ? nameProblem(written, host, port, allowList)
    : addressProblem(written, host, port, allowList);
}

function addressProblem(
  written: string,
  ip: string,
  port: number,
  allowList: EgressAllowList,
): string | null {
  // Refuse decimal, octal, hexadecimal, short and full-width forms, which disguise an address.
  if (ipv4Of(ip) !== null && written !== ip)
    return 'must write an IPv4 address as four plain decimal numbers';
  const refusal = allowList.refusalOf(ip, ip, port);
  return refusal === null ? null : `must not lead to ${refusal}`;
}

function nameProblem(written: string, host: string, port: number, allowList: EgressAllowList): string | null {
  if (!isWrittenPlainly(written, host)) return 'must write its host in plain letters';
  const labels = host.split('.');
  if (host.length > 253 || !labels.every((label) => LABEL.test(label))) return 'must name a valid host';
  if (allowList.allowsHost(host, port)) return null;
  if (labels.length < 2) return 'must name a host with a dot in it';
  return INSIDE.includes(labels.at(-1) ?? '') ? 'must not name a host of an inner network' : null;
}

/** True if the written host differs from the parsed one only in letter case or the encoding of international labels. */
function isWrittenPlainly(written: string, host: string): boolean {
  const labels = host.split('.');
  const writtenLabels = written.toLowerCase().split('.');
  return (
    labels.length === writtenLabels.length &&
    labels.every(
      (label, index) => label === writtenLabels[index] || isInternational(label, writtenLabels[index]),
    )
  );
}

function isInternational(label: string, written = ''): boolean {
  return label.startsWith('xn--') && /[^ -~]/.test(written) && !written.includes('%');
}
