import { BlockList } from 'node:net';
import { familyOf, ipv4Of, needsOwnEntry, refusalOf } from './egress-address.js';
import { isAllIpv4 } from './ipv4-inside-ipv6.js';

const ENTRY =
  /^(?:\[(?<v6>[^\]]*)\]|(?<host>[^/:]+)|(?<bare>[^/[\]]+(?=\/)))(?:\/(?<prefix>\d{1,3}))?(?::(?<port>\d{1,5}))?$/;
const HOST = /^(?=.{1,253}$)(?:(?!-)[a-z0-9_-]{1,63}(?<!-)(?:\.|$))+$/;
const FORMS = 'such as 10.1.0.0/16, 127.0.0.1:8443, [fd00::1]/128:8443 or receiver.test:8443';

/** An entry of the allow list is malformed, or would open addresses that must stay closed. */
export class InvalidAllowList extends Error {}

interface Entry {
  /** Null for every port. */
  readonly port: number | null;
  readonly opensHost: (host: string) => boolean;
  readonly opensAddress: (ip: string) => boolean;
}

/**
 * Addresses and hosts outside the public internet that deliveries may reach. An IPv4 address inside an IPv6 one
 * (mapped, NAT64, 6to4, Teredo …) is judged as the IPv4 address; no IPv6 entry opens it.
 */
export class EgressAllowList {
  private constructor(private readonly entries: readonly Entry[]) {}

  /**
   * Parses a comma-separated list of `CIDR[:port]` and `host[:port]`, with IPv6 addresses in brackets. The empty text
   * allows nothing.
   * @throws InvalidAllowList naming all entries that are malformed or would open a range of link-local addresses
   */
  static parse(text: string): EgressAllowList {
    const items = text.trim() === '' ? [] : text.split(',').map((item) => item.trim());
    const faults: string[] = [];
    const entries = items.flatMap((item) => {
      try {
        return [parseEntry(item)];
      } catch (error) {
        if (!(error instanceof InvalidAllowList)) throw error;
        faults.push(error.message);
        return [];
      }
    });
    if (faults.length > 0) throw new InvalidAllowList(faults.join(' '));
    return new EgressAllowList(entries);
  }

  /** True if the list names this host, which may then resolve to an address that is not public. */
  allowsHost(host: string, port: number): boolean {
    const name = host.toLowerCase();
    return this.entries.some((entry) => isOpen(entry, port) && entry.opensHost(name));
  }

  /** True if the list contains this address. */
  allowsAddress(ip: string, port: number): boolean {
    return this.entries.some((entry) => isOpen(entry, port) && entry.opensAddress(ip));
  }

  /**
   * A noun phrase for why an address must not be connected to; null if it may be.
   * @param host the host of the URL: the name that resolved to the address, or the address itself
   */
  refusalOf(host: string, ip: string, port: number): string | null {
    const refusal = refusalOf(ip);
    if (refusal === null || this.allowsAddress(ip, port)) return null;
    return this.allowsHost(host, port) && !needsOwnEntry(ip) && familyOf(ip) !== null ? null : refusal;
  }
}

function isOpen({ port }: Entry, wanted: number): boolean {
  return port === null || port === wanted;
}

function parseEntry(text: string): Entry {
  const { v6, host, bare, prefix, port: portText } = ENTRY.exec(text)?.groups ?? {};
  const port = portText === undefined ? null : Number(portText);
  const name = v6 ?? host ?? bare ?? '';
  if (port !== null && (port < 1 || port > 65_535)) throw malformed(text);
  const family = familyOf(name);
  if ((v6 !== undefined || bare !== undefined) !== (family === 'ipv6')) throw malformed(text);
  if (family === null) return hostEntry(text, name.toLowerCase(), prefix, port);
  return rangeEntry(text, name, family, prefix, port);
}

function hostEntry(text: string, host: string, prefix: string | undefined, port: number | null): Entry {
  // Some parsers read a last label of digits as an address, others as a name.
  const isName = HOST.test(host) && !host.endsWith('.') && !/(?:^|\.)(?:\d+|0x[0-9a-f]*)$/.test(host);
  if (!isName || prefix !== undefined) throw malformed(text);
  return { port, opensHost: (name) => name === host, opensAddress: () => false };
}

function rangeEntry(
  text: string,
  network: string,
  family: 'ipv4' | 'ipv6',
  prefixText: string | undefined,
  port: number | null,
): Entry {
  const longest = family === 'ipv4' ? 32 : 128;
  const prefix = prefixText === undefined ? longest : Number(prefixText);
  if (prefix > longest) throw malformed(text);
  if (family === 'ipv6' && isAllIpv4(network, prefix)) {
    throw new InvalidAllowList(`"${text}" means IPv4 addresses inside IPv6; name the IPv4 addresses.`);
  }
  if (needsOwnEntry(network) && prefix < longest) {
    throw new InvalidAllowList(`"${text}" opens link-local addresses; they can be named only one by one.`);
  }
  const range = new BlockList();
  range.addSubnet(network, prefix, family);
  const opensAddress = (ip: string): boolean => {
    const ipv4 = ipv4Of(ip);
    // Compare the family first, because a BlockList also finds IPv4 addresses inside IPv6 ones.
    if ((ipv4 === null ? familyOf(ip) : 'ipv4') !== family) return false;
    // An entry for a single address means the written address, not another one that leads to it.
    const isNamed = prefix === longest && (ipv4 ?? ip) === ip;
    return range.check(ipv4 ?? ip, family) && (isNamed || !needsOwnEntry(ip));
  };
  return { port, opensHost: () => false, opensAddress };
}

function malformed(text: string): InvalidAllowList {
  return new InvalidAllowList(`"${text}" is neither an address range nor a host, ${FORMS}.`);
}
