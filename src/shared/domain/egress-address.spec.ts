import * as fc from 'fast-check';
import { ipv4Of, needsOwnEntry, refusalOf } from './egress-address.js';

const PUBLIC = [
  [
    '1.1.1.1',
    '8.8.8.8',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.0',
  ],
  ['168.63.129.15', '168.63.129.17', '169.253.255.255', '169.255.0.0', '172.15.255.255', '172.32.0.0'],
  [
    '191.255.255.255',
    '192.0.1.0',
    '192.167.255.255',
    '192.169.0.0',
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
  ],
  ['2000::', '2001:200::1', '2001:4860:4860::8888', '2003::1', '2606:4700::1111', '2a00:1450::1', '3ffe::1'],
].flat();

const REFUSED = [
  [
    '0.0.0.0',
    '0.255.255.255',
    '10.0.0.0',
    '10.255.255.255',
    '100.64.0.0',
    '100.100.100.200',
    '100.127.255.255',
  ],
  [
    '127.0.0.0',
    '127.0.0.1',
    '127.255.255.255',
    '168.63.129.16',
    '169.254.0.0',
    '169.254.169.254',
    '169.254.255.255',
  ],
  [
    '172.16.0.0',
    '172.31.255.255',
    '192.0.0.0',
    '192.0.0.192',
    '192.0.2.1',
    '192.88.99.1',
    '192.168.0.0',
    '192.168.255.255',
  ],
  [
    '198.18.0.0',
    '198.19.255.255',
    '198.51.100.7',
    '203.0.113.7',
    '224.0.0.1',
    '239.255.255.255',
    '240.0.0.1',
    '255.255.255.255',
  ],
  [
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '::ffff:7f00:1',
    '::7f00:1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::1',
    '100::1',
  ],
  [
    '1fff:ffff::1',
    '2001::1',
    '2001:1ff:ffff::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '3fff::1',
    '3fff:fff:ffff::1',
    '4000::1',
  ],
  [
    '5f00::1',
    'fc00::1',
    'fd00:ec2::254',
    'fd12:3456::1',
    'fe80::1',
    'fe80::1%eth0',
    'febf::1',
    'fec0::1',
    'ff02::1',
  ],
  [
    '',
    'localhost',
    '1',
    '127.1',
    '0x7f.1',
    '010.0.0.1',
    '1.2.3',
    '1.2.3.4.5',
    '1.2.3.4 ',
    '[::1]',
    ':::',
    '2606:4700::1111%1',
  ],
].flat();

describe('An address', () => {
  it.each(PUBLIC)('is let through when it is public: %s', (ip) => {
    expect(refusalOf(ip)).toBeNull();
  });

  it.each(REFUSED)('is refused when it is special, or no address: %s', (ip) => {
    expect(refusalOf(ip)).toEqual(expect.any(String));
  });

  it('is named by its kind', () => {
    expect(refusalOf('127.0.0.1')).toBe('a loopback address');
    expect(refusalOf('10.1.2.3')).toBe('a private address');
    expect(refusalOf('169.254.169.254')).toBe('a link-local address');
    expect(refusalOf('2001:db8::1')).toBe('an address reserved for documentation');
    expect(refusalOf('fd00::1')).toBe('an IPv6 address that is not public');
  });

  it('is refused if it is any IPv4 address inside IPv6', () => {
    fc.assert(
      fc.property(fc.ipV4(), (ip) => {
        expect(refusalOf(`::ffff:${ip}`)).not.toBeNull();
        expect(refusalOf(`::${ip}`)).not.toBeNull();
        expect(refusalOf(`64:ff9b::${ip}`)).not.toBeNull();
      }),
    );
  });

  it('is never in a private range if it is accepted', () => {
    const octet = fc.integer({ min: 0, max: 255 });
    const first = fc.constantFrom(0, 10, 100, 127, 169, 172, 192, 198, 203, 224, 255);
    fc.assert(
      fc.property(first, octet, octet, octet, (a, b, c, d) => {
        const isPrivate =
          [0, 10, 127, 224, 255].includes(a) ||
          (a === 100 && b >= 64 && b < 128) ||
          (a === 169 && b === 254) ||
          (a === 172 && b >= 16 && b < 32) ||
          (a === 192 && (b === 168 || (b === 0 && (c === 0 || c === 2)) || (b === 88 && c === 99))) ||
          (a === 198 && (b === 18 || b === 19 || (b === 51 && c === 100))) ||
          (a === 203 && b === 0 && c === 113);
        expect(refusalOf(`${a}.${b}.${c}.${d}`) !== null).toBe(isPrivate);
      }),
      { numRuns: 2_000 },
    );
  });

  it.each(['169.254.0.1', '169.254.169.254', '168.63.129.16', '100.100.100.200', 'fe80::1', 'fd00:ec2::254'])(
    'is recognised as one of a neighbour or a metadata service: %s',
    (ip) => {
      expect(needsOwnEntry(ip)).toBe(true);
    },
  );

  it.each(['127.0.0.1', '10.0.0.1', '192.168.1.1', '8.8.8.8', '::1', 'fd00::1', '2606:4700::1111', 'x'])(
    'is not taken for one of a neighbour: %s',
    (ip) => {
      expect(needsOwnEntry(ip)).toBe(false);
    },
  );

  it.each([
    ['::ffff:10.1.2.3', '10.1.2.3'],
    ['::FFFF:0A01:0203', '10.1.2.3'],
    ['::10.1.2.3', '10.1.2.3'],
    ['::ffff:0:10.1.2.3', '10.1.2.3'],
    ['64:ff9b::10.1.2.3', '10.1.2.3'],
    ['2002:a01:203::1', '10.1.2.3'],
    ['2001:0:808:808::f5fe:fdfc', '10.1.2.3'],
    ['fe80::5efe:10.1.2.3', '10.1.2.3'],
    ['2606:4700::200:5efe:10.1.2.3', '10.1.2.3'],
    ['10.1.2.3', '10.1.2.3'],
    ['::', null],
    ['::1', null],
    ['2001:1::1', null],
    ['2606:4700::1111', null],
    ['fe80::1%eth0', null],
    ['x', null],
  ])('%s leads to the IPv4 address %s', (ip, expected) => {
    expect(ipv4Of(ip)).toBe(expected);
  });
});
