import { startApp, type Json, type TestApp, type TestPartner } from '../support/app.js';
import { startReceiver, type Receiver } from '../support/receiver.js';
import { arrivalsOf, eventOf, eventually, logOf, report, subscribe } from './deliveries.js';

const FLOOD = 1_000;

let app: TestApp;
let receiver: Receiver;

/** Longer than the test, so that hanging attempts keep their places throughout. */
function onItsOwnService(): void {
  beforeAll(async () => {
    receiver = await startReceiver();
    app = await startApp({ ...receiver.environment, WEBHOOK_TIMEOUT_MS: '120000' });
  });

  afterAll(async () => {
    receiver.answer = () => ({ reset: true });
    await receiver.stop();
    await app.stop();
  });
}

function reportMany(count: number, partner: TestPartner, members: Record<string, string>): Promise<Json[]> {
  return report(
    app,
    Array.from({ length: count }, () => eventOf(partner, members)),
  );
}

const arrivedFor = (typeId: string) => receiver.requests.filter(({ json }) => json.typeId === typeId);

/** Resolves when this many requests about the document have arrived. */
const arrived = (typeId: string, count: number) =>
  eventually(
    async () => arrivedFor(typeId).length,
    (seen) => seen >= count,
  );

describe('The failure of one partner’s endpoint', () => {
  let troubled: TestPartner;
  let quiet: TestPartner;
  onItsOwnService();

  beforeEach(async () => {
    troubled = await app.partner();
    quiet = await app.partner();
  });

  it('does not delay another partner, even if it hangs under a flood of events', async () => {
    receiver.answer = ({ json }) => (json.typeId === 'hang' ? { hang: true } : 204);
    const hanging = await subscribe(app, troubled, receiver);
    const { id } = await subscribe(app, quiet, receiver);
    await reportMany(FLOOD, troubled, { typeId: 'hang' });
    await arrivalsOf(receiver, hanging.id, 10);
    await report(app, eventOf(quiet));
    await logOf(app, quiet, '?status=succeeded', (log) => log.length === 1);
    expect(await arrivalsOf(receiver, id, 1)).toHaveLength(1);
    // Ten are in flight and hang. None of the others has started.
    expect(receiver.requests.filter(({ json }) => json.sourceId === hanging.id)).toHaveLength(10);
  });

  it('does not delay other endpoints of the same partner', async () => {
    receiver.answer = ({ json }) => (json.sourceId === hanging.id ? { hang: true } : 204);
    const hanging = await subscribe(app, troubled, receiver);
    const healthy = await subscribe(app, troubled, receiver);
    await reportMany(FLOOD, troubled, { typeId: 'both' });
    expect(await arrivalsOf(receiver, healthy.id, FLOOD)).toHaveLength(FLOOD);
    expect(await arrivalsOf(receiver, hanging.id, 10)).toHaveLength(10);
  });
});

describe('The failure of many endpoints', () => {
  const TROUBLED = 4;
  const HANGING_EACH = 6;
  const QUIET = 25;
  /** More than may wait for one endpoint in a process. */
  const BACKLOG = 600;
  onItsOwnService();

  it('does not delay others, while 24 of 50 endpoints hang with full queues or one partner floods', async () => {
    let letGo = (): void => undefined;
    const after = new Promise<void>((resolve) => (letGo = resolve));
    receiver.answer = ({ json }) => {
      if (json.typeId === 'hang') return { hang: true };
      return json.typeId === 'flood' ? { status: 204, after } : 204;
    };
    for (let count = 0; count < TROUBLED; count++) {
      const partner = await app.partner();
      for (let endpoint = 0; endpoint < HANGING_EACH; endpoint++) await subscribe(app, partner, receiver);
      await reportMany(BACKLOG, partner, { typeId: 'hang' });
    }
    const flooding = await app.partner();
    const { id } = await subscribe(app, flooding, receiver);
    await reportMany(FLOOD, flooding, { typeId: 'flood' });
    const quiet = await Promise.all(Array.from({ length: QUIET }, () => app.partner()));
    for (const partner of quiet) await subscribe(app, partner, receiver);
    await arrived('hang', TROUBLED * HANGING_EACH * 10);
    await arrived('flood', 10);

    for (const partner of quiet) await report(app, eventOf(partner, { typeId: 'quiet' }));
    for (const partner of quiet) {
      await logOf(app, partner, '?status=succeeded', (log) => log.length === 1);
    }
    // No other attempt was answered meanwhile, so all their turns were used.
    expect(arrivedFor('quiet')).toHaveLength(QUIET);
    expect(arrivedFor('hang')).toHaveLength(TROUBLED * HANGING_EACH * 10);
    expect(arrivedFor('flood')).toHaveLength(10);
    letGo();
    expect(await arrivalsOf(receiver, id, FLOOD)).toHaveLength(FLOOD);
  });
});

describe('Many endpoints that begin to hang at the same time', () => {
  const TROUBLED = 10;
  const HANGING_EACH = 25;
  const HANGING = TROUBLED * HANGING_EACH;
  /** The most attempts in flight for one endpoint. */
  const BACKLOG = 10;
  const HEALTHY = 25;
  onItsOwnService();

  it('leave places to other endpoints, some of which belong to the same partners', async () => {
    receiver.answer = ({ json }) => (json.typeId === 'hang' ? { hang: true } : 204);
    const troubled = await Promise.all(Array.from({ length: TROUBLED }, () => app.partner()));
    for (const partner of troubled) {
      for (let count = 0; count < HANGING_EACH; count++) await subscribe(app, partner, receiver);
      await reportMany(BACKLOG, partner, { typeId: 'hang' });
    }
    const quiet = await Promise.all(Array.from({ length: HEALTHY }, () => app.partner()));
    for (const partner of [...quiet, ...troubled]) {
      await subscribe(app, partner, receiver, { type: 'document.sent' });
    }
    const hangingEndpoints = () => new Set(arrivedFor('hang').map(({ json }) => json.sourceId)).size;
    await eventually(
      async () => hangingEndpoints(),
      (count) => count === HANGING,
    );
    // More than are allowed beyond the first of each.
    await arrived('hang', 513);

    for (const partner of [...quiet, ...troubled]) {
      await reportMany(BACKLOG, partner, { type: 'document.sent', typeId: 'well' });
    }
    for (const partner of [...quiet, ...troubled]) {
      await logOf(app, partner, '?status=succeeded', (log) => log.length === BACKLOG);
    }
    expect(arrivedFor('well')).toHaveLength((HEALTHY + TROUBLED) * BACKLOG);
  });
});
