import { credentialOf } from './credential.js';

describe('An Authorization header', () => {
  it.each([
    ['Bearer abc', { scheme: 'bearer', token: 'abc' }],
    ['bearer abc', { scheme: 'bearer', token: 'abc' }],
    ['JWT a.b.c', { scheme: 'jwt', token: 'a.b.c' }],
    ['jwt  a.b.c', { scheme: 'jwt', token: 'a.b.c' }],
  ])('is read from "%s"', (header, credential) => {
    expect(credentialOf(header)).toEqual(credential);
  });

  it.each([undefined, '', 'Bearer', 'Bearer ', 'abc', 'Basic YTpi', 'Bearer a b', 'Bearer a\nb', 'Bearer ä'])(
    'is not read from "%s"',
    (header) => {
      expect(credentialOf(header)).toBeNull();
    },
  );
});
