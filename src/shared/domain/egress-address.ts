import { BlockList, isIP } from 'node:net';
import { ipv4Inside } from './ipv4-inside-ipv6.js';

type Family = 'ipv4' | 'ipv6';

/** Special-purpose ranges of IANA's registries that no receiver can have, and what they are. */
const REFUSED_IPV4: Readonly<Record<string, readonly string[]>> = {
  'an address of this network': ['0.0.0.0/8'],
  'a loopback address': ['127.0.0.0/8'],
  'a private address': ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16'],
  'a shared address of a provider': ['100.64.0.0/10'],
  'a link-local address': ['169.254.0.0/16'],
  'an address of a cloud platform itself': ['168.63.129.16/32'],
  'an address reserved for protocols': ['192.0.0.0/24', '192.88.99.0/24'],
  'an address reserved for documentation': ['192.0.2.0/24', '198.51.100.0/24', '203.0.113.0/24'],
  'an address reserved for benchmarks': ['198.18.0.0/15'],
  'a multicast address': ['224.0.0.0/4'],
  'a reserved address': ['240.0.0.0/4'],
};

/** The only range of globally assigned addresses. */
const GLOBAL_IPV6 = listOf(['2000::/3'], 'ipv6');

const REFUSED_IPV6: Readonly<Record<string, readonly string[]>> = {
  'an address reserved for protocols': ['2001::/23'],
  'an address reserved for documentation': ['2001:db8::/32', '3fff::/20'],
  'an address that leads to another one': ['2002::/16'],
};

/**
 * Addresses where machines reveal secrets to their neighbours, and a network's own NAT64 addresses, whose destination
 * only that network knows.
 */
const ONLY_ONE_BY_ONE = {
  ipv4: listOf(['169.254.0.0/16', '168.63.129.16/32', '100.100.100.200/32', '192.0.0.192/32'], 'ipv4'),
  ipv6: listOf(['fe80::/10', 'fd00:ec2::/32', 'fd20:ce::/32', '64:ff9b:1::/48'], 'ipv6'),
};

/** This machine. Inside IPv6, no receiver needs these addresses; as IPv4, an allow-list range may open them. */
const THIS_MACHINE = listOf(['0.0.0.0/8', '127.0.0.0/8'], 'ipv4');

const REFUSED = { ipv4: listed(REFUSED_IPV4, 'ipv4'), ipv6: listed(REFUSED_IPV6, 'ipv6') };

/** The family of a plain address; null for any other text, including an IPv6 address with a zone. */
export function familyOf(ip: string): Family | null {
  const family = isIP(ip);
  if (family === 4) return 'ipv4';
  return family === 6 && !ip.includes('%') ? 'ipv6' : null;
}

/**
 * A noun phrase for why an address must not be connected to; null if it is public. For IPv6, only known public ranges
 * pass, so unique local and future ranges are refused, and so are ranges for IPv4 inside IPv6.
 */
export function refusalOf(ip: string): string | null {
  const family = familyOf(ip);
  if (family === null) return 'not an address';
  if (family === 'ipv6' && !GLOBAL_IPV6.check(ip, 'ipv6')) return 'an IPv6 address that is not public';
  const refusal = REFUSED[family].find(({ ranges }) => ranges.check(ip, family))?.what ?? null;
  const ipv4 = family === 'ipv6' ? ipv4Inside(ip) : null;
  return refusal ?? (ipv4 === null ? null : refusalOf(ipv4));
}

/** The IPv4 address that an address is or contains; null for any other address or text. */
export function ipv4Of(ip: string): string | null {
  const family = familyOf(ip);
  if (family === null) return null;
  return family === 'ipv4' ? ip : ipv4Inside(ip);
}

/**
 * True for addresses that only an allow-list entry for the single address can open: link-local ones and cloud metadata.
 * Includes IPv4 addresses of this machine inside IPv6, which no entry can name.
 */
export function needsOwnEntry(ip: string): boolean {
  const family = familyOf(ip);
  if (family === null) return false;
  const ipv4 = ipv4Of(ip);
  if (ipv4 === null) return ONLY_ONE_BY_ONE.ipv6.check(ip, 'ipv6');
  return ONLY_ONE_BY_ONE.ipv4.check(ipv4, 'ipv4') || (ipv4 !== ip && THIS_MACHINE.check(ipv4, 'ipv4'));
}

function listed(refused: Readonly<Record<string, readonly string[]>>, family: Family) {
  return Object.entries(refused).map(([what, ranges]) => ({ what, ranges: listOf(ranges, family) }));
}

function listOf(ranges: readonly string[], family: Family): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [network = '', prefix = ''] = range.split('/');
    list.addSubnet(network, Number(prefix), family);
  }
  return list;
}
