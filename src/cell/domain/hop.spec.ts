import { hopProof, isHopProof, readCaller, writeCaller } from './hop.js';

describe('A hop', () => {
  it('is proved by the token that all cells share', () => {
    const proof = hopProof('a-token-of-all-cells');
    expect(isHopProof(proof, hopProof('a-token-of-all-cells'))).toBe(true);
    expect(isHopProof(proof, hopProof('another-token-of-them'))).toBe(false);
    expect(proof).not.toContain('a-token');
  });

  it.each([undefined, '', 'x', ['x']])('is not proved by %p', (given) =>
    expect(isHopProof(given, hopProof('a-token-of-all-cells'))).toBe(false),
  );

  it.each([
    { protocol: 'https', address: '203.0.113.9' },
    { protocol: 'http', address: '::ffff:203.0.113.9' },
    { protocol: 'http', address: '' },
  ])('keeps the caller %p', (caller) => expect(readCaller(writeCaller(caller))).toEqual(caller));

  it.each([undefined, '', 'ftp 203.0.113.9', 'http 203.0.113.9 x', 'http <x>'])(
    'reads no caller from %p',
    (header) => expect(readCaller(header)).toBeNull(),
  );
});
