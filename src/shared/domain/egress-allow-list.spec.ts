import * as fc from 'fast-check';
import { refusalOf } from './egress-address.js';
import { EgressAllowList, InvalidAllowList } from './egress-allow-list.js';

describe('The allow list', () => {
  it.each([
    ['127.0.0.1', '127.0.0.1', 443, true],
    ['127.0.0.1', '127.0.0.2', 443, false],
    ['127.0.0.1/32:8443', '127.0.0.1', 8443, true],
    ['127.0.0.1/32:8443', '127.0.0.1', 8444, false],
    ['127.0.0.1:8443', '127.0.0.1', 8443, true],
    ['10.0.0.0/8', '10.255.0.1', 1, true],
    ['10.0.0.0/9', '10.128.0.1', 1, false],
    ['10.1.2.3/8', '10.200.0.1', 443, true],
    ['192.168.0.0/16:443 , 10.0.0.0/8', '10.0.0.1', 9, true],
    ['[::1]', '::1', 443, true],
    ['[::1]/128:8443', '::1', 8443, true],
    ['[::1]:8443', '::1', 8444, false],
    ['[fd00::]/8', 'fd12::1', 443, true],
    ['fd00::/8', 'fd12::1', 443, true],
    ['fd00::/8:443', 'fd12::1', 444, false],
    ['[FD00::]/8', 'fd12::1', 443, true],
    ['0.0.0.0/0', '127.0.0.1', 443, true],
    ['0.0.0.0/0', '::1', 443, false],
    ['[::]/0', '::1', 443, true],
    ['[::]/0', '127.0.0.1', 443, false],
    ['127.0.0.0/8', '::ffff:127.0.0.1', 443, false],
    ['localhost', '127.0.0.1', 443, false],
    ['', '127.0.0.1', 443, false],
  ])('"%s" opens %s, port %i: %s', (text, ip, port, allowed) => {
    expect(EgressAllowList.parse(text).allowsAddress(ip, port)).toBe(allowed);
    expect(EgressAllowList.parse(text).refusalOf(ip, ip, port) === null).toBe(allowed);
  });

  it.each([
    ['localhost', 'localhost', 1, true],
    ['localhost:8443', 'localhost', 8443, true],
    ['localhost:8443', 'localhost', 443, false],
    ['Receiver.Test:8443', 'RECEIVER.test', 8443, true],
    ['receiver.test', 'sub.receiver.test', 443, false],
    ['receiver.test', 'receiver.test.evil.example', 443, false],
    ['a_b.internal', 'a_b.internal', 443, true],
    ['127.0.0.1', 'localhost', 443, false],
  ])('"%s" opens the host %s, port %i: %s', (text, host, port, allowed) => {
    expect(EgressAllowList.parse(text).allowsHost(host, port)).toBe(allowed);
  });

  it('allows a listed host to resolve to private addresses, but not to link-local ones', () => {
    const list = EgressAllowList.parse('inside.test:8443');
    expect(list.refusalOf('inside.test', '10.0.0.1', 8443)).toBeNull();
    expect(list.refusalOf('inside.test', '::1', 8443)).toBeNull();
    expect(list.refusalOf('inside.test', '10.0.0.1', 443)).toBe('a private address');
    expect(list.refusalOf('other.test', '10.0.0.1', 8443)).toBe('a private address');
    expect(list.refusalOf('inside.test', '169.254.169.254', 8443)).toBe('a link-local address');
    expect(list.refusalOf('inside.test', 'fe80::1', 8443)).not.toBeNull();
    expect(list.refusalOf('inside.test', 'nonsense', 8443)).not.toBeNull();
  });

  /** An IPv4 address in every form that leads to it through IPv6. */
  const insideIpv6 = (ip: string): string[] => {
    const [a = 0, b = 0, c = 0, d = 0] = ip.split('.').map(Number);
    const [high, low] = [(a << 8) | b, (c << 8) | d];
    const hex = (...groups: number[]) => groups.map((group) => group.toString(16)).join(':');
    return [
      `::ffff:${ip}`,
      `::ffff:${hex(high, low)}`,
      `::ffff:0:${ip}`,
      `64:ff9b::${ip}`,
      `2002:${hex(high, low)}::1`,
      `2001::${hex(high ^ 0xffff, low ^ 0xffff)}`,
      `2606:4700::5efe:${ip}`,
      // The first two of ::/96 are addresses of IPv6 itself.
      ...(high === 0 && low < 2 ? [] : [`::${ip}`]),
    ];
  };

  it('does not allow an IPv4 address inside IPv6 by an IPv6 range, however large', () => {
    const list = EgressAllowList.parse('[::]/0,[2000::]/3,[2606:4700::]/32,[fc00::]/7,64::/16');
    fc.assert(
      fc.property(fc.ipV4(), (ip) => {
        for (const inside of insideIpv6(ip)) {
          expect([inside, list.allowsAddress(inside, 443)]).toEqual([inside, false]);
          expect([inside, list.refusalOf(inside, inside, 443)]).toEqual([inside, refusalOf(inside)]);
        }
      }),
    );
  });

  it('treats an IPv4 address inside IPv6 as that IPv4 address, but never allows loopback or link-local ones', () => {
    const everything = EgressAllowList.parse('0.0.0.0/0,[::]/0,inside.test');
    const neighbour = fc.constantFrom('169.254.169.254', '168.63.129.16', '127.0.0.1', '0.0.0.0');
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), neighbour), (ip) => {
        const isNear = /^(?:0|127|169\.254)\.|^168\.63\.129\.16$|^100\.100\.100\.200$|^192\.0\.0\.192$/.test(
          ip,
        );
        const alone = EgressAllowList.parse(ip);
        for (const inside of insideIpv6(ip)) {
          expect([inside, everything.allowsAddress(inside, 443)]).toEqual([inside, !isNear]);
          expect([inside, alone.allowsAddress(inside, 443)]).toEqual([inside, !isNear]);
          if (isNear) {
            expect([inside, everything.refusalOf('inside.test', inside, 443)]).not.toContain(null);
          }
        }
      }),
    );
  });

  it('allows link-local addresses only one by one', () => {
    expect(EgressAllowList.parse('169.254.169.254').allowsAddress('169.254.169.254', 443)).toBe(true);
    expect(EgressAllowList.parse('[fe80::1]/128').allowsAddress('fe80::1', 443)).toBe(true);
    expect(EgressAllowList.parse('0.0.0.0/0').allowsAddress('169.254.169.254', 443)).toBe(false);
    expect(EgressAllowList.parse('168.0.0.0/7').allowsAddress('168.63.129.16', 443)).toBe(false);
    expect(EgressAllowList.parse('fc00::/7').allowsAddress('fd00:ec2::254', 443)).toBe(false);
  });

  it.each([
    ['an empty entry', ['127.0.0.1,', ',', '127.0.0.1,,10.0.0.0/8']],
    [
      'a range that is none',
      ['127.0.0.1/33', '127.0.0.1/', '127.0.0.1/-1', '127.0.0.1/8/8', '[::1]/129', '[::1]/'],
    ],
    [
      'a port that is none',
      ['127.0.0.1:0', '127.0.0.1:65536', '127.0.0.1:', 'localhost:x', '[::1]:99999', ':443'],
    ],
    [
      'an address that is none',
      [
        '127.1',
        '127.0.0.256',
        '0x7f.0.0.1',
        '2130706433',
        '[127.0.0.1]',
        '[localhost]',
        '[::g]',
        '[fe80::1%eth0]',
      ],
    ],
    ['IPv6 without brackets or prefix', ['::1', 'fd00::1:443']],
    [
      'a host that is none',
      [
        'local host',
        'host/8',
        '*.test',
        '-a.test',
        'a-.test',
        'a..test',
        'a.test.',
        '.test',
        'http://a.test',
        'a.test/x',
        'bücher.test',
      ],
    ],
    [
      'IPv4 addresses in the clothes of IPv6',
      ['[::ffff:127.0.0.1]', '::ffff:10.0.0.0/104', '64:ff9b::/96', '2002::/16', '2001::/32', '[::10.0.0.1]'],
    ],
    [
      'link-local addresses wholesale',
      [
        '169.254.0.0/16',
        '169.254.169.254/31',
        '[fe80::]/10',
        'fe80::/64',
        '[fd00:ec2::]/32',
        '64:ff9b:1::/48',
      ],
    ],
  ])('refuses %s, and says which entry it is', (_what, entries) => {
    for (const entry of entries) {
      expect(() => EgressAllowList.parse(entry)).toThrow(InvalidAllowList);
      const bad = entry.includes(',') ? '""' : `"${entry}"`;
      expect(() => EgressAllowList.parse(`10.0.0.0/8,${entry}`)).toThrow(bad);
    }
  });

  it('names every entry that is wrong', () => {
    const parse = (): EgressAllowList => EgressAllowList.parse('10.0.0.0/33, 127.0.0.1, a.test:0');
    expect(parse).toThrow(/"10\.0\.0\.0\/33" is neither .* "a\.test:0" is neither/);
  });

  it('reads any text or refuses it with a message, and never allows the metadata address unless it is listed', () => {
    const piece = fc.constantFrom(
      '169',
      '254',
      '.',
      '/',
      ':',
      '0',
      '8',
      '16',
      '[',
      ']',
      'fe80',
      '::',
      ',',
      'a',
      '-',
      '443',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join('');
        try {
          expect(EgressAllowList.parse(text).allowsAddress('169.254.169.254', 443)).toBe(false);
        } catch (error) {
          expect(error).toBeInstanceOf(InvalidAllowList);
        }
      }),
      { numRuns: 3_000 },
    );
  });
});
