import { isIPv6 } from 'node:net';

/**
 * The key under which failures are counted: an IPv4 address, or the /64 network of an IPv6 address, because one caller
 * usually holds all addresses of such a network.
 */
export function addressOrNetwork(address: string): string {
  const [, v4] = /^::ffff:([\d.]+)$/i.exec(address) ?? [];
  if (v4 !== undefined) return v4;
  if (!isIPv6(address)) return address;
  const [head = '', tail] = (address.split('%', 1)[0] ?? '').split('::', 2);
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0');
  const groups = [...before, ...(tail === undefined ? [] : zeros), ...after];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
