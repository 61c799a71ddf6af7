/** The eight groups of an IPv6 address. */
type Groups = readonly number[];

interface Form {
  /** The length of the prefix that identifies the form. */
  readonly bits: number;
  readonly has: (groups: Groups) => boolean;
  readonly read: (groups: Groups) => readonly [high: number, low: number];
}

const lastTwo = (groups: Groups): [number, number] => [groups[6] ?? 0, groups[7] ?? 0];

/** All forms of IPv6 addresses that lead to an IPv4 address in any network. */
const FORMS: readonly Form[] = [
  // IPv4-compatible, RFC 4291; :: and ::1 are addresses of IPv6 itself.
  {
    bits: 96,
    has: (groups) => startsWith(groups, [0, 0, 0, 0, 0, 0]) && (groups[6] !== 0 || (groups[7] ?? 0) > 1),
    read: lastTwo,
  },
  // IPv4-mapped, RFC 4291, and IPv4-translated, RFC 2765.
  { bits: 96, has: (groups) => startsWith(groups, [0, 0, 0, 0, 0, 0xffff]), read: lastTwo },
  { bits: 96, has: (groups) => startsWith(groups, [0, 0, 0, 0, 0xffff, 0]), read: lastTwo },
  // NAT64, RFC 6052.
  { bits: 96, has: (groups) => startsWith(groups, [0x64, 0xff9b, 0, 0, 0, 0]), read: lastTwo },
  // 6to4, RFC 3056.
  {
    bits: 16,
    has: (groups) => startsWith(groups, [0x2002]),
    read: (groups) => [groups[1] ?? 0, groups[2] ?? 0],
  },
  // Teredo, RFC 4380: the client's address with every bit inverted.
  {
    bits: 32,
    has: (groups) => startsWith(groups, [0x2001, 0]),
    read: (groups) => [(groups[6] ?? 0) ^ 0xffff, (groups[7] ?? 0) ^ 0xffff],
  },
  // ISATAP, RFC 5214: in the second half of an address of any network.
  {
    bits: 128,
    has: (groups) => ((groups[4] ?? 1) & 0xfdff) === 0 && groups[5] === 0x5efe,
    read: lastTwo,
  },
];

/** The IPv4 address that a plain IPv6 address leads to, or null. */
export function ipv4Inside(ipv6: string): string | null {
  const groups = groupsOf(ipv6);
  const form = FORMS.find(({ has }) => has(groups));
  if (form === undefined) return null;
  return form
    .read(groups)
    .flatMap((group) => [group >> 8, group & 0xff])
    .join('.');
}

/** True if every address of an IPv6 network leads to an IPv4 address. */
export function isAllIpv4(network: string, prefix: number): boolean {
  const groups = groupsOf(network);
  return FORMS.some(({ bits, has }) => prefix >= bits && has(groups));
}

function groupsOf(ipv6: string): Groups {
  // The URL parser writes an IPv4 tail in hexadecimal too.
  const written = new URL(`http://[${ipv6}]`).hostname.slice(1, -1);
  const [head = '', tail] = written.split('::');
  const before = numbersOf(head);
  const after = numbersOf(tail ?? '');
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => 0);
  return [...before, ...zeros, ...after];
}

function numbersOf(text: string): number[] {
  return text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
}

function startsWith(groups: Groups, prefix: Groups): boolean {
  return prefix.every((group, index) => groups[index] === group);
}
