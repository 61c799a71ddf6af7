import { startApp } from '../support/app.js';

describe('The service routes', () => {
  it('do not exist without an internal token', async () => {
    const app = await startApp({ INTERNAL_TOKEN: '' });
    try {
      for (const authorization of ['', 'Bearer ', 'Bearer x']) {
        const answer = await app.request('GET', '/internal/partner', { headers: { authorization } });
        expect(answer.status).toBe(404);
      }
      expect((await app.request('POST', '/internal/partner', { body: { name: 'x' } })).status).toBe(404);
    } finally {
      await app.stop();
    }
  });

  it('give the same answer to every wrong token', async () => {
    const app = await startApp({ INTERNAL_TOKEN: 'secret-number-one' });
    try {
      const bodies = new Set<string>();
      for (const authorization of [
        '',
        'Bearer',
        'Bearer secret-number-on',
        'Basic secret-number-one',
        'JWT secret-number-one',
      ]) {
        const answer = await app.request('GET', '/internal/partner', {
          headers: { authorization, 'x-request-id': 'same' },
        });
        expect(answer.status).toBe(401);
        expect(answer.headers.get('www-authenticate')).toBe('Bearer');
        expect(answer.body.detail).toMatch(/Bearer <INTERNAL_TOKEN>/);
        bodies.add(answer.text);
      }
      expect(bodies.size).toBe(1);
      expect((await app.request('GET', '/internal/partner', { key: 'secret-number-one' })).status).toBe(200);
    } finally {
      await app.stop();
    }
  });
});
