import { isLocal } from './local-address.js';

describe('An address to forward to', () => {
  it.each([
    'http://localhost:4000/webhooks',
    'https://LOCALHOST',
    'http://app.localhost:80',
    'http://127.0.0.1:4000',
    'http://127.8.9.1',
    'http://[::1]:4000',
    'http://2130706433',
  ])('is on this machine: %s', (address) => expect(isLocal(new URL(address))).toBe(true));

  it.each([
    'http://example.com',
    'http://localhost.example.com',
    'http://10.0.0.1',
    'http://0.0.0.0',
    'http://[::]:4000',
    'http://[::ffff:10.0.0.1]',
    'http://notlocalhost',
  ])('is elsewhere: %s', (address) => expect(isLocal(new URL(address))).toBe(false));
});
