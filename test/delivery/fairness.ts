import { startApp, type TestApp, type TestPartner } from '../support/app.js';
import { startReceiver, type Receiver } from '../support/receiver.js';
import { arrivalsOf, eventOf, logOf, report, subscribe } from './deliveries.js';

const FLOOD = 1_000;

describe('One partner’s trouble', () => {
  let app: TestApp;
  let receiver: Receiver;
  let troubled: TestPartner;
  let quiet: TestPartner;

  beforeAll(async () => {
    receiver = await startReceiver();
    app = await startApp({ ...receiver.environment, WEBHOOK_TIMEOUT_MS: '60000' });
  });

  afterAll(async () => {
    receiver.answer = () => ({ reset: true });
    await receiver.stop();
    await app.stop();
  });

  beforeEach(async () => {
    troubled = await app.partner();
    quiet = await app.partner();
  });

  const flood = (partner: TestPartner, typeId: string) =>
    report(
      app,
      Array.from({ length: FLOOD }, () => eventOf(partner, { typeId })),
    );

  it('is not noticed by another one while its endpoint hangs under a flood', async () => {
    receiver.answer = ({ json }) => (json.typeId === 'hang' ? { hang: true } : 204);
    const hanging = await subscribe(app, troubled, receiver);
    const { id } = await subscribe(app, quiet, receiver);
    await flood(troubled, 'hang');
    await arrivalsOf(receiver, hanging.id, 1);
    await report(app, eventOf(quiet));
    await logOf(app, quiet, '?status=succeeded', (log) => log.length === 1);
    expect(await arrivalsOf(receiver, id, 1)).toHaveLength(1);
    // Ten are in flight and hang; none of the others has been begun on top of them.
    expect(receiver.requests.filter(({ json }) => json.sourceId === hanging.id)).toHaveLength(10);
  });

  it('does not hold up its own other endpoints', async () => {
    receiver.answer = ({ json }) => (json.sourceId === hanging.id ? { hang: true } : 204);
    const hanging = await subscribe(app, troubled, receiver);
    const healthy = await subscribe(app, troubled, receiver);
    await flood(troubled, 'both');
    expect(await arrivalsOf(receiver, healthy.id, FLOOD)).toHaveLength(FLOOD);
    expect(receiver.requests.filter(({ json }) => json.sourceId === hanging.id)).toHaveLength(10);
  });
});
