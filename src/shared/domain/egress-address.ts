import { BlockList, isIP } from 'node:net';

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

/** Addresses at which machines tell secrets to those who stand next to them. */
const LINK_LOCAL = {
  ipv4: listOf(['169.254.0.0/16', '168.63.129.16/32', '100.100.100.200/32', '192.0.0.192/32'], 'ipv4'),
  ipv6: listOf(['fe80::/10', 'fd00:ec2::/32', 'fd20:ce::/32'], 'ipv6'),
};

const REFUSED = { ipv4: listed(REFUSED_IPV4, 'ipv4'), ipv6: listed(REFUSED_IPV6, 'ipv6') };

/** The family of a plain address; null for any other text, also for an IPv6 address with a zone. */
export function familyOf(ip: string): Family | null {
  const family = isIP(ip);
  if (family === 4) return 'ipv4';
  return family === 6 && !ip.includes('%') ? 'ipv6' : null;
}

/**
 * What forbids a connection to an address, as a noun phrase; null when it is one of the public internet. IPv6 is judged
 * by what is known to be public, so that IPv4 inside IPv6, unique local and future ranges are refused.
 */
export function refusalOf(ip: string): string | null {
  const family = familyOf(ip);
  if (family === null) return 'not an address';
  if (family === 'ipv6' && !GLOBAL_IPV6.check(ip, 'ipv6')) return 'not a public IPv6 address';
  return REFUSED[family].find(({ ranges }) => ranges.check(ip, family))?.what ?? null;
}

/** True for addresses that only an exact entry of the allow list may open: link-local ones, cloud metadata. */
export function isLinkLocal(ip: string): boolean {
  const family = familyOf(ip);
  return family !== null && LINK_LOCAL[family].check(ip, family);
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
