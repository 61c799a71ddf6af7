import { Webhook } from 'standardwebhooks';
import { newSigningSecret, signatureOf } from './signing.js';

const body = '{"type":"document.sent","data":{"name":"Straße 😀"}}';

function headersWith(signature: string, timestamp: number): Record<string, string> {
  return {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signature,
  };
}

describe('Signing', () => {
  it('makes secrets as Standard Webhooks writes them, 32 random bytes each', () => {
    const secrets = Array.from({ length: 100 }, newSigningSecret);
    for (const secret of secrets) {
      expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
      expect(Buffer.from(secret.slice(6), 'base64')).toHaveLength(32);
    }
    expect(new Set(secrets).size).toBe(100);
  });

  it('signs as Standard Webhooks says, to the byte', () => {
    // Made with openssl: printf '%s' 'msg_1.1700000000.{}' | openssl dgst -sha256 -mac HMAC -macopt key:…
    const secret = `whsec_${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')}`;
    expect(signatureOf([secret], 'msg_1', 1_700_000_000, '{}')).toBe(
      'v1,2c4VI0bO4Wd5svqP2unEA9pCk0dTAXr/elrHCJ+/efk=',
    );
  });

  it('is accepted by the library of Standard Webhooks', () => {
    const secret = newSigningSecret();
    const timestamp = Math.floor(Date.now() / 1_000);
    const headers = headersWith(signatureOf([secret], 'msg_1', timestamp, body), timestamp);
    expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
    expect(() => new Webhook(secret).verify(`${body} `, headers)).toThrow();
    expect(() => new Webhook(newSigningSecret()).verify(body, headers)).toThrow();
  });

  it('lets the old and the new secret verify during a rotation', () => {
    const [fresh, old] = [newSigningSecret(), newSigningSecret()];
    const timestamp = Math.floor(Date.now() / 1_000);
    const signature = signatureOf([fresh, old], 'msg_1', timestamp, body);
    expect(signature.split(' ')).toHaveLength(2);
    for (const secret of [fresh, old]) {
      expect(new Webhook(secret).verify(body, headersWith(signature, timestamp))).toEqual(JSON.parse(body));
    }
  });
});
