import { eventually } from '../delivery/deliveries.js';
import { INTERNAL_TOKEN, type Json, startApp, type TestApp, type TestPartner } from '../support/app.js';

const PATH = '/partner/webhookSubscription';
const PASSWORD = 'correct-horse-battery';

describe('The log', () => {
  const lines: string[] = [];
  let app: TestApp;
  let partner: TestPartner;
  beforeAll(async () => {
    app = await startApp({ LOG_LEVEL: 'trace' }, { write: (line: string) => lines.push(line) });
    partner = await app.partner();
  });
  afterAll(() => app.stop());

  const linesOf = (requestId: string): Json[] =>
    lines.map((line) => JSON.parse(line)).filter((line) => line.requestId === requestId);
  /** A request's last line is written after its answer was sent, possibly after the caller has it. */
  const requestLine = async (requestId: string): Promise<Json> => {
    for (;;) {
      const line = linesOf(requestId).find(({ msg }) => msg === 'request');
      if (line !== undefined) return line;
      await new Promise(setImmediate);
    }
  };

  it('has one line for every request, with its route, status, duration, id and partner', async () => {
    const headers = { 'x-request-id': 'seen-1' };
    await app.request('GET', `${PATH}/123?`, { key: partner.key, headers });
    expect(await requestLine('seen-1')).toEqual({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      requestId: 'seen-1',
      method: 'GET',
      route: '/partner/webhookSubscription/:id',
      status: 404,
      durationMs: expect.any(Number),
      partnerId: partner.id,
      msg: 'request',
    });
    await app.request('GET', '/nothing?token=x', { headers: { 'x-request-id': 'seen-2' } });
    expect(await requestLine('seen-2')).toMatchObject({ route: '-', status: 404 });
    expect(await requestLine('seen-2')).not.toHaveProperty('partnerId');
  });

  it('has internal errors with the stack and the id of the request', async () => {
    const body = { type: 'document.sent', isActive: true, url: 'https://a.example/', includePaths: [] };
    const { body: created } = await app.request('POST', PATH, { key: partner.key, body });
    await app.database.query(`UPDATE webhook_subscription SET sealed_secret = 'gone.x' WHERE id = $1`, [
      created.id,
    ]);
    const answer = await app.request('GET', `${PATH}/${created.id}/secret`, {
      key: partner.key,
      headers: { 'x-request-id': 'fault-1' },
    });
    expect([answer.status, Object.keys(answer.body).sort()]).toEqual([
      500,
      ['code', 'instance', 'requestId', 'status', 'title', 'type'],
    ]);
    const [fault] = linesOf('fault-1').filter(({ level }) => level === 'error');
    expect(fault).toMatchObject({ context: 'Problem', stack: expect.stringContaining('\n    at ') });
  });

  it('does not name a request in lines about later work', async () => {
    const headers = { 'x-request-id': 'set-off' };
    const key = partner.key;
    const body = { type: 'document.sent', isActive: true, url: 'https://gone.invalid/', includePaths: [] };
    const { id } = (await app.request('POST', PATH, { key, headers, body })).body;
    await app.request('POST', `${PATH}/${id}/test`, { key, headers });
    const background = () =>
      lines.map((line) => JSON.parse(line)).filter(({ msg }) => /attempt failed|held/.test(msg));
    await eventually(
      async () => new Set(background().map(({ msg }) => msg)),
      ({ size }) => size >= 1,
    );
    expect(background().filter(({ requestId }) => requestId !== undefined)).toEqual([]);
    await requestLine('set-off');
  });

  it('never contains a credential, a body or a query', async () => {
    await app.request('POST', `${PATH}?key=${PASSWORD}`, { key: partner.key, body: {} });
    await app.request('POST', PATH, {
      key: partner.key,
      body: {
        type: 'document.sent',
        isActive: true,
        url: `https://a.example/${PASSWORD}`,
        includePaths: [],
        authType: 'basicauth',
        authData: { username: 'u', password: PASSWORD },
      },
    });
    await app.request('POST', PATH, { key: partner.key, body: `{"${PASSWORD}` });
    await app.request('GET', `/%FF${PASSWORD}`, { key: PASSWORD, headers: { 'x-request-id': 'last' } });
    await requestLine('last');
    const all = lines.join('');
    expect(all).toContain('"msg":"request"');
    for (const secret of [PASSWORD, partner.key, INTERNAL_TOKEN, 'whsec_']) expect(all).not.toContain(secret);
  });
});
