import { createPublicKey, verify } from 'node:crypto';
import { calculateJwkThumbprint } from 'jose';
import { Webhook } from 'standardwebhooks';
import { newSigningSecret, publicJwksOf, publicKeyOf, signatureOf } from './signing.js';

const body = '{"type":"document.sent","data":{"name":"Straße 😀"}}';

function headersWith(signature: string, timestamp: number): Record<string, string> {
  return {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signature,
  };
}

describe('Signing', () => {
  it('generates secrets in the format of Standard Webhooks, 32 random bytes each', () => {
    const secrets = Array.from({ length: 100 }, () => newSigningSecret('hmac'));
    for (const secret of secrets) {
      expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
      expect(Buffer.from(secret.slice(6), 'base64')).toHaveLength(32);
    }
    expect(new Set(secrets).size).toBe(100);
  });

  it('signs exactly as Standard Webhooks specifies', () => {
    // Made with openssl: printf '%s' 'msg_1.1700000000.{}' | openssl dgst -sha256 -mac HMAC -macopt key:…
    const secret = `whsec_${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')}`;
    expect(signatureOf([secret], 'msg_1', 1_700_000_000, '{}')).toBe(
      'v1,2c4VI0bO4Wd5svqP2unEA9pCk0dTAXr/elrHCJ+/efk=',
    );
  });

  it('produces signatures that the library of Standard Webhooks accepts', () => {
    const secret = newSigningSecret('hmac');
    const timestamp = Math.floor(Date.now() / 1_000);
    const headers = headersWith(signatureOf([secret], 'msg_1', timestamp, body), timestamp);
    expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
    expect(() => new Webhook(secret).verify(`${body} `, headers)).toThrow();
    expect(() => new Webhook(newSigningSecret('hmac')).verify(body, headers)).toThrow();
  });

  it('lets the old and the new secret verify during a rotation', () => {
    const [fresh, old] = [newSigningSecret('hmac'), newSigningSecret('hmac')];
    const timestamp = Math.floor(Date.now() / 1_000);
    const signature = signatureOf([fresh, old], 'msg_1', timestamp, body);
    expect(signature.split(' ')).toHaveLength(2);
    for (const secret of [fresh, old]) {
      expect(new Webhook(secret).verify(body, headersWith(signature, timestamp))).toEqual(JSON.parse(body));
    }
  });

  it('signs with a private key so that both forms of its public key verify', async () => {
    const secret = newSigningSecret('ed25519');
    const [version, signature = ''] = signatureOf([secret], 'msg_1', 1_700_000_000, body).split(',');
    expect(version).toBe('v1a');
    const [jwk] = publicJwksOf([newSigningSecret('hmac'), secret]);
    const content = Buffer.from(`msg_1.1700000000.${body}`);
    const key = createPublicKey({ key: { ...jwk }, format: 'jwk' });
    expect(verify(null, content, key, Buffer.from(signature, 'base64'))).toBe(true);
    expect(verify(null, Buffer.from('msg_1.1700000000.{}'), key, Buffer.from(signature, 'base64'))).toBe(
      false,
    );
    expect(publicKeyOf(secret)).toBe(`whpk_${Buffer.from(jwk!.x, 'base64url').toString('base64')}`);
    expect(jwk!.kid).toBe(await calculateJwkThumbprint({ ...jwk }));
    expect(JSON.stringify(jwk)).not.toContain('"d"');
  });

  it('signs as RFC 8032 does', () => {
    // Its second test: a message of one byte. What is signed here is longer, so the key alone is taken from it.
    const seed = Buffer.from('4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb', 'hex');
    const publicKey = Buffer.from('3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c', 'hex');
    const secret = `whsk_${Buffer.concat([seed, publicKey]).toString('base64')}`;
    const [, signature = ''] = signatureOf([secret], 'msg_1', 1_700_000_000, '{}').split(',');
    const key = createPublicKey({
      key: { kty: 'OKP', crv: 'Ed25519', x: publicKey.toString('base64url') },
      format: 'jwk',
    });
    expect(verify(null, Buffer.from('msg_1.1700000000.{}'), key, Buffer.from(signature, 'base64'))).toBe(
      true,
    );
  });
});
