import { readFile } from 'node:fs/promises';
import { eventually, subscribe } from '../delivery/deliveries.js';
import { INTERNAL_TOKEN, type Json } from '../support/app.js';
import type { TestBroker } from '../support/brokers/test-broker.js';
import { runCommand } from '../support/command.js';
import { inMessages, SourceScene } from './source-scene.js';

/** Enough that some are still unprocessed at a kill. */
const MANY = 4_000;
const A_FEW = 200;
const PATIENCE_MS = 120_000;

/** The common tests of all brokers. @param begin starts a broker of the suite's own */
export function sourceSuite(begin: () => Promise<TestBroker>): void {
  let broker: TestBroker;
  let scene: SourceScene;
  beforeAll(async () => {
    broker = await begin();
    scene = await SourceScene.open(broker);
  }, PATIENCE_MS);
  afterAll(async () => {
    await scene?.close();
    await broker?.stop();
  });

  const logged = (text: string) =>
    eventually(
      async () => scene.service.lines,
      (lines) => lines.includes(text),
    );

  it('are accepted alone and in arrays, and delivered', async () => {
    await subscribe(scene.app(), scene.partner, scene.receiver);
    const events = scene.events(21);
    const [single, ...others] = events;
    await broker.publish([JSON.stringify(single), ...inMessages(others, 10)]);
    await scene.expectOnce(events);
    await eventually(
      async () => new Set(scene.receiver.requests.map(({ json }) => json.typeId)),
      (documents) => events.every(({ typeId }) => documents.has(typeId)),
    );
    await eventually(
      async () => scene.metric('livery_event_source_unacknowledged'),
      (count) => count === 0,
    );
    expect(await scene.metric('livery_event_source_connected')).toBe(1);
    expect(await scene.metric('livery_event_source_messages_total')).toBe(3);
    expect(await scene.metric('livery_event_source_events_total')).toBe(21);
    expect(await scene.metric('livery_event_source_waiting')).toBe(0);
  });

  it('are the same as those reported over HTTP with the same id', async () => {
    const [event] = scene.events(2).filter(({ id }) => id !== undefined);
    const before = await scene.metric('livery_events_repeated_total');
    expect((await scene.app().internal('POST', '/internal/event', event)).status).toBe(202);
    await broker.publish([JSON.stringify(event)]);
    await eventually(
      () => scene.metric('livery_events_repeated_total'),
      (count) => count === before + 1,
    );
    await scene.expectOnce([event]);
  });

  it('are refused with the reasons of the route, without the others of their array', async () => {
    const [first, last] = scene.events(2);
    const wrong = { ...first, type: 'document.lost', companyId: 'one' };
    const unstorable = { ...last, typeId: 'half \uD800' };
    const bodies = [
      JSON.stringify([first, wrong, unstorable, [last], last]),
      'no JSON',
      Buffer.from([0x22, 0xff, 0x22]),
      '[]',
      '',
    ];
    await broker.publish(bodies);
    await scene.expectOnce([first, last]);
    const letters = await eventually(
      () => broker.refused(),
      (refused) => refused.length >= 7,
    );
    expect(letters).toHaveLength(7);
    const of = (body: string) => letters.find((letter) => letter.body === body);
    for (const item of [wrong, unstorable, 'no JSON', '[]']) {
      const body = typeof item === 'string' ? item : JSON.stringify(item);
      const answer = await scene.app().request('POST', '/internal/event', {
        key: INTERNAL_TOKEN,
        body,
      });
      const { requestId, instance, ...problem }: Json = answer.body;
      expect([body, requestId, instance]).toEqual([body, expect.any(String), '/internal/event']);
      expect(of(body)?.problem).toEqual({ ...problem, instance: expect.stringContaining('documents/') });
    }
    expect(of(JSON.stringify(wrong))?.problem.instance).toMatch(/#\/1$/);
    expect(of(JSON.stringify([last]))?.problem.errors).toMatchObject([{ pointer: '' }]);
    expect(letters.filter(({ problem }) => problem.code === 'invalid_utf8')).toHaveLength(1);
    expect(letters.filter(({ body }) => body === '')).toHaveLength(1);
    for (const { source } of letters) expect(source).toMatch(/^documents\/[\w-]+/);
  });

  it('wait while the database is unavailable, and none of them is refused', async () => {
    const refused = (await broker.refused()).length;
    const events = scene.events(A_FEW);
    await scene.withoutDatabase(async () => {
      await broker.publish(inMessages(events, 10));
      await logged('Messages cannot be accepted yet:');
    });
    await scene.expectOnce(events);
    expect(await broker.refused()).toHaveLength(refused);
  });

  it(
    'are each stored once when the service is killed',
    async () => {
      const stored = (await scene.rows()).length;
      const [before, after] = [scene.events(MANY), scene.events(A_FEW)];
      await broker.publish(inMessages(before, 20));
      await scene.stored(stored + A_FEW);
      await scene.service.end('SIGKILL');
      await broker.publish(inMessages(after, 20));
      await scene.service.start();
      await scene.expectOnce([...before, ...after]);
    },
    PATIENCE_MS,
  );

  it(
    'are each stored once when the broker is killed',
    async () => {
      const stored = (await scene.rows()).length;
      const [before, after] = [scene.events(MANY), scene.events(A_FEW)];
      await broker.publish(inMessages(before, 20));
      await scene.stored(stored + A_FEW);
      await broker.kill();
      await logged('Cannot receive events from');
      // The rest of the service works without it.
      await eventually(
        () => fetch(`${scene.service.url}/health/ready`),
        ({ ok }) => ok,
      );
      await broker.start();
      await broker.publish(inMessages(after, 20));
      await scene.expectOnce([...before, ...after]);
      await scene.expectNothingLeft();
    },
    PATIENCE_MS,
  );

  it(
    'are divided among processes, and each stored once when one is killed',
    async () => {
      const { pair } = scene;
      await pair.start();
      const connected = () =>
        eventually(
          // The request may reach a process that is killed at this moment.
          () => scene.metric('livery_event_source_connected', pair).catch(() => 0),
          (count) => count === 2,
        );
      await connected();
      const stored = (await scene.rows()).length;
      const events = scene.events(MANY);
      await broker.publish(inMessages(events, 20));
      await scene.stored(stored + A_FEW);
      const children = await readFile(`/proc/${pair.pid}/task/${pair.pid}/children`, 'utf8');
      process.kill(Number(children.split(' ')[0]), 'SIGKILL');
      await scene.expectOnce(events);
      await connected();
      await scene.expectNothingLeft(pair);
    },
    PATIENCE_MS,
  );

  it('are received over TLS, with credentials', async () => {
    const { secure } = scene;
    await secure.start();
    const events = scene.events(2);
    await broker.publish(inMessages(events, 1));
    await scene.expectOnce(events);
    await scene.expectNothingLeft(secure);
  });

  it(
    'are checked by the doctor',
    async () => {
      const look = async (settings: Readonly<Record<string, string>>) => {
        const environment = {
          DATA_DIR: '/nonexistent/livery',
          WEBHOOK_DNS_SERVERS: '127.0.0.1:9',
          ...settings,
        };
        const { out } = await runCommand(['doctor', '--json'], environment);
        return JSON.parse(out).find(({ point }: Json) => point === 'event source');
      };
      expect(await look(broker.environment)).toMatchObject({ verdict: 'ok' });
      expect(await look(broker.secureEnvironment)).toMatchObject({ verdict: 'ok' });
      for (const name of ['EVENT_SOURCE_NAME', 'EVENT_SOURCE_DEAD_LETTERS']) {
        const missing = await look({ ...broker.environment, [name]: 'elsewhere' });
        expect(missing).toMatchObject({
          verdict: 'wrong',
          found: expect.stringMatching(/There is no \w+ elsewhere\.$/),
        });
      }
      const url = broker.secureEnvironment['EVENT_SOURCE'] ?? '';
      const untrusted = await look({ ...broker.secureEnvironment, EVENT_SOURCE_CA_FILE: '' });
      const stranger = await look({
        ...broker.secureEnvironment,
        EVENT_SOURCE: url.replace(/:[^:]+@/, ':mistaken@'),
      });
      const away = await look({ ...broker.environment, EVENT_SOURCE: url.replace(/@.*/, '@127.0.0.1:9') });
      for (const finding of [untrusted, stranger, away]) {
        expect(finding).toMatchObject({ verdict: 'wrong', advice: expect.stringContaining('EVENT_SOURCE') });
        expect(finding.found).not.toMatch(/mistaken|of the tests|of%20the/);
      }
    },
    PATIENCE_MS,
  );
}
