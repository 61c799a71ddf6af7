import { BlockList, isIP } from 'node:net';
import { ipv4Inside } from './ipv4-inside-ipv6.js';

type Family = 'ipv4' | 'ipv6';

/** Special-purpose ranges of IANA's registries that no partner's receiver can have, and what they are. */
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

/** The only range out of which the world is given addresses. */
const GLOBAL_IPV6 = listOf(['2000::/3'], 'ipv6');

const REFUSED_IPV6: Readonly<Record<string, readonly string[]>> = {
  'an address reserved for protocols': ['2001::/23'],
  'an address reserved for documentation': ['2001:db8::/32', '3fff::/20'],
  'an address that leads to another one': ['2002::/16'],
};

/**
 * Addresses at which machines answer their neighbours with secrets; and NAT64 addresses of a network's own, of which only
 * that network knows where they lead.
 */
const ONLY_ONE_BY_ONE = {
  ipv4: listOf(['169.254.0.0/16', '168.63.129.16/32', '100.100.100.200/32', '192.0.0.192/32'], 'ipv4'),
  ipv6: listOf(['fe80::/10', 'fd00:ec2::/32', 'fd20:ce::/32', '64:ff9b:1::/48'], 'ipv6'),
};

/** No receiver needs these inside IPv6; as IPv4, a range may open them for a receiver on this machine. */
const THIS_MACHINE = listOf(['0.0.0.0/8', '127.0.0.0/8'], 'ipv4');

const REFUSED = { ipv4: listed(REFUSED_IPV4, 'ipv4'), ipv6: listed(REFUSED_IPV6, 'ipv6') };

/** The family of a plain address; null for any other text, also for an IPv6 address with a zone. */
export function familyOf(ip: string): Family | null {
  const family = isIP(ip);
  if (family === 4) return 'ipv4';
  return family === 6 && !ip.includes('%') ? 'ipv6' : null;
}

/**
 * The reason why an address must not be connected to, as a noun phrase; null if it is a public one. IPv6 is judged
 * by what is known to be public, so that unique local and future ranges are refused, and so are the ranges for IPv4
 * inside IPv6.
 */
export function refusalOf(ip: string): string | null {
  const family = familyOf(ip);
  if (family === null) return 'not an address';
  if (family === 'ipv6' && !GLOBAL_IPV6.check(ip, 'ipv6')) return 'an IPv6 address that is not public';
  const refusal = REFUSED[family].find(({ ranges }) => ranges.check(ip, family))?.what ?? null;
  const ipv4 = family === 'ipv6' ? ipv4Inside(ip) : null;
  return refusal ?? (ipv4 === null ? null : refusalOf(ipv4));
}

/** The IPv4 address that an address is or leads to; null for any other address and text. */
export function ipv4Of(ip: string): string | null {
  const family = familyOf(ip);
  if (family === null) return null;
  return family === 'ipv4' ? ip : ipv4Inside(ip);
}

/**
 * True for addresses that only an entry for that one address may open: link-local ones and cloud metadata. Inside IPv6,
 * where no entry names them, IPv4 addresses of this machine are among them.
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
