import { startApp, type TestApp } from '../support/app.js';

describe('Errors over HTTP', () => {
  let app: TestApp;
  beforeAll(async () => void (app = await startApp()));
  afterAll(() => app.stop());

  it('answers an unknown address with problem+json', async () => {
    const answer = await app.request('GET', '/nothing/here', { headers: { 'x-request-id': 'abc' } });
    expect(answer.status).toBe(404);
    expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
    expect(answer.headers.get('x-request-id')).toBe('abc');
    expect(answer.body).toEqual({
      type: 'about:blank',
      title: 'Not Found',
      status: 404,
      detail: 'There is nothing at this address.',
      instance: '/nothing/here',
      code: 'not_found',
      requestId: 'abc',
    });
  });

  it('refuses an address that cannot be decoded', async () => {
    const answer = await app.request('GET', '/partner/%E0%A4%A');
    expect(answer.status).toBe(400);
    expect(answer.body.code).toBe('invalid_url');
  });
});
