import type { Server } from 'node:http';
import { startApp, type TestApp } from '../support/app.js';
import { rawRequest, readAnswer } from '../support/raw-request.js';
import { HEAD, TOKEN } from './invalid-requests.js';

describe('A request that does not end', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
    const server: Server = app.service!.getHttpServer();
    server.headersTimeout = 50;
    server.requestTimeout = 100;
    // Node checks for such requests twice a minute, from each start of listening.
    Object.assign(server, { connectionsCheckingInterval: 20 }).emit('listening');
  });
  afterAll(() => app.stop());

  it('is answered with 408, in its headers and in its body', async () => {
    for (const bytes of [
      '',
      'GET / HTTP/1.1\r\nHost: x\r\n',
      `${HEAD}${TOKEN}Content-Length: 9\r\n\r\n{"id`,
    ]) {
      const { status, headers, body } = readAnswer(await rawRequest(app.url, bytes));
      expect([status, headers.get('connection')]).toEqual([408, 'close']);
      expect(body).toMatchObject({ title: 'Request Timeout', status: 408, code: 'request_timeout' });
    }
  });
});
