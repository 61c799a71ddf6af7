import { InvalidSecretKeys, parseSecretKeys } from './secret-keys.js';

const key = (fill: number) => Buffer.alloc(32, fill).toString('base64');

describe('SECRET_KEYS', () => {
  it('name each key by its id, in their order', () => {
    const keys = parseSecretKeys(`new:${key(1)}, old-2:${key(2)}`);
    expect(keys.map(({ id, bytes }) => [id, bytes.length, bytes[0]])).toEqual([
      ['new', 32, 1],
      ['old-2', 32, 2],
    ]);
  });

  it.each([
    ['nothing', ''],
    ['no id', key(1)],
    ['an empty id', `:${key(1)}`],
    ['an id with a dot, which separates it in sealed texts', `a.b:${key(1)}`],
    ['a key of 16 bytes', `a:${Buffer.alloc(16).toString('base64')}`],
    ['a key of 33 bytes', `a:${Buffer.alloc(33).toString('base64')}`],
    ['a key in hex', `a:${Buffer.alloc(32).toString('hex')}`],
    ['base64url', `a:${Buffer.alloc(32, 255).toString('base64url')}=`],
    ['the same id twice', `a:${key(1)},a:${key(2)}`],
    ['a trailing comma', `a:${key(1)},`],
  ])('are refused with %s', (_what, text) => {
    expect(() => parseSecretKeys(text)).toThrow(InvalidSecretKeys);
  });

  it('are not repeated when they are refused', () => {
    const secret = key(7);
    expect(() => parseSecretKeys(`a:${secret},a:${secret}`)).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining(secret) }),
    );
  });
});
