import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { isJwtAlgorithm, jwtAlgorithms, publicKeyProblem } from './jwt-algorithm.js';

const spki = (key: KeyObject) => key.export({ type: 'spki', format: 'pem' }).toString();
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const p256 = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const p384 = generateKeyPairSync('ec', { namedCurve: 'P-384' });
const p521 = generateKeyPairSync('ec', { namedCurve: 'P-521' });
const ed25519 = generateKeyPairSync('ed25519');

describe('The algorithms of a token', () => {
  it.each(['none', 'HS256', 'HS512', 'RSA-OAEP', 'rs256', 'toString', 1, null])(
    'do not include %p',
    (name) => {
      expect(isJwtAlgorithm(name)).toBe(false);
    },
  );

  it('are all asymmetric', () => {
    expect(jwtAlgorithms).toEqual([
      'RS256',
      'RS384',
      'RS512',
      'PS256',
      'PS384',
      'PS512',
      'ES256',
      'ES384',
      'ES512',
      'EdDSA',
    ]);
  });
});

describe('A public key', () => {
  it('is accepted for the algorithms of its type', () => {
    expect(publicKeyProblem(spki(rsa.publicKey), ['RS256', 'PS512'])).toBeNull();
    expect(publicKeyProblem(spki(p256.publicKey), ['ES256'])).toBeNull();
    expect(publicKeyProblem(spki(p384.publicKey), ['ES384'])).toBeNull();
    expect(publicKeyProblem(spki(p521.publicKey), ['ES512'])).toBeNull();
    expect(publicKeyProblem(spki(ed25519.publicKey), ['EdDSA'])).toBeNull();
  });

  it('is refused for an algorithm it does not fit', () => {
    expect(publicKeyProblem(spki(p384.publicKey), ['ES256'])).toMatch('curve P-256');
    expect(publicKeyProblem(spki(ed25519.publicKey), ['RS256'])).toMatch('RSA');
    expect(publicKeyProblem(spki(rsa.publicKey), ['RS256', 'EdDSA'])).toMatch('Ed25519');
  });

  it('is refused if it is an RSA key that is too small', () => {
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 1024 });
    expect(publicKeyProblem(spki(publicKey), ['RS256'])).toMatch('2048 bits');
  });

  it('is refused if it is a private key or any other text', () => {
    const secret = p256.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    expect(publicKeyProblem(secret, ['ES256'])).toMatch('public key in PEM');
    expect(publicKeyProblem(`${spki(p256.publicKey)}${secret}`, ['ES256'])).toMatch('public key in PEM');
    expect(publicKeyProblem('-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----', [])).toMatch('PEM');
    expect(publicKeyProblem('', [])).toMatch('PEM');
  });
});
