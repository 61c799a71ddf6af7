import { BlockList, isIP } from 'node:net';

const THIS_MACHINE = new BlockList();
THIS_MACHINE.addSubnet('127.0.0.0', 8, 'ipv4');
THIS_MACHINE.addAddress('::1', 'ipv6');

/** True if an address is certainly on this machine. Names that could resolve to another machine are not. */
export function isLocal({ hostname }: URL): boolean {
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const family = isIP(host);
  if (family === 0) return host === 'localhost' || host.endsWith('.localhost');
  return THIS_MACHINE.check(host, family === 4 ? 'ipv4' : 'ipv6');
}
