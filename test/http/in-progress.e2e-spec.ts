import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { eventually } from '../delivery/deliveries.js';
import { startApp, type TestApp, type TestPartner } from '../support/app.js';

const PATH = '/partner/webhookSubscription';
const MAX = 32;

describe('The requests of a partner that are in progress', () => {
  let app: TestApp;
  let partner: TestPartner;
  const sockets: Socket[] = [];
  beforeAll(async () => {
    app = await startApp();
    partner = await app.partner();
  });
  afterEach(() => sockets.splice(0).forEach((socket) => socket.destroy()));
  afterAll(() => app.stop());

  /** Requests that stay in progress until their bodies are sent. */
  async function begin(count: number): Promise<void> {
    for (let index = 0; index < count; index += 1) {
      const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
      sockets.push(socket.resume());
      await once(socket, 'connect');
      socket.write(
        `POST ${PATH} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${partner.key}\r\n` +
          'Content-Type: application/json\r\nContent-Length: 2\r\n\r\n',
      );
    }
  }

  const get = (key = partner.key) => app.request('GET', PATH, { key });

  /** The requests in progress, once those that are refused have been answered. */
  const unanswered = () => sockets.filter(({ bytesRead }) => bytesRead === 0);
  /** Starts another request whenever there is room for it, until there is none and all of them are the test's. */
  const fill = () =>
    eventually(
      async () => {
        const answer = await get();
        if (answer.status === 200) await begin(1);
        return answer;
      },
      ({ status }) => status === 429 && unanswered().length === MAX,
    );

  it('are 32 at most, and one more is refused until one has ended', async () => {
    await begin(MAX - 1);
    expect((await get()).status).toBe(200);
    const refused = await fill();
    expect(refused.body).toMatchObject({ status: 429, code: 'too_many_in_progress' });
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(refused.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
    unanswered()[0]!.write('{}');
    await eventually(get, ({ status }) => status === 200);
    await fill();
    unanswered()[0]!.destroy();
    await eventually(get, ({ status }) => status === 200);
  });

  it('do not limit other partners and the service routes', async () => {
    await begin(MAX - 1);
    await fill();
    const other = await app.partner();
    expect((await get(other.key)).status).toBe(200);
    expect((await app.internal('GET', '/internal/partner')).status).toBe(200);
  });

  it('are those whose credential was valid', async () => {
    // The service notices a moment later that the requests of the test before are gone.
    await eventually(get, ({ status }) => status === 200);
    for (let index = 0; index <= MAX; index += 1) expect((await get('lvk_wrong')).status).toBe(401);
    expect((await get()).status).toBe(200);
  });
});
