import { randomBytes } from 'node:crypto';
import { ServiceScene } from './service-scene.js';
import { DatabaseLine } from './database-line.js';
import { distinctProjections } from './distinct-projections.js';
import { largeSubscriptions } from './large-subscriptions.js';
import { killWhileOrdered } from './ordered-scene.js';
import { sendEmailsThrough } from './mail-scene.js';
import { ignoreAnswers } from './slow-readers.js';
import { serviceProcess } from '../support/service-process.js';
import { testDatabase } from '../support/test-database.js';

const PATIENCE_MS = 300_000;

describe('An accepted event', () => {
  let scene: ServiceScene;

  afterEach(() => scene.close());

  it(
    'survives kill -9 of the service in the middle of a thousand',
    async () => {
      scene = await ServiceScene.open(1);
      const [service] = scene.services;
      const reported = scene.report(1_000);
      await scene.receiver.arrived(300);
      await service!.end('SIGKILL');
      await service!.start();
      await reported;
      await scene.allArrived();
      expect(scene.accepted.size).toBe(1_000);
      expect([...scene.idsByEvent().values()].every((ids) => ids.size === 1)).toBe(true);
      expect(await scene.states()).toEqual({ succeeded: 1_000 });
    },
    PATIENCE_MS,
  );

  it(
    'survives that one of two services is killed and not restarted',
    async () => {
      scene = await ServiceScene.open(2);
      const reported = scene.report(400);
      await scene.receiver.arrived(100);
      await scene.services[1]!.end('SIGKILL');
      await reported;
      await scene.allArrived();
      expect(await scene.states()).toEqual({ succeeded: 400 });
    },
    PATIENCE_MS,
  );

  it(
    'survives that one of two services hangs beyond its leases, and its later writes have no effect',
    async () => {
      scene = await ServiceScene.open(2);
      // Slow answers, so that some accepted events are in flight or in memory when the process is stopped.
      scene.receiver.answer = () => ({ status: 200, delayMs: 300 });
      const reported = scene.report(400);
      await scene.receiver.arrived(50);
      const sleeper = scene.doors.pop()!;
      sleeper.signal('SIGSTOP');
      scene.receiver.answer = () => 200;
      await scene.allArrived();
      sleeper.signal('SIGCONT');
      await reported;
      await scene.allArrived();
      expect(await scene.states()).toEqual({ succeeded: 400 });
    },
    PATIENCE_MS,
  );

  it(
    'survives that the database drops every connection',
    async () => {
      scene = await ServiceScene.open(1);
      const reported = scene.report(400);
      await scene.receiver.arrived(100);
      await scene.database.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid()`,
      );
      await reported;
      await scene.allArrived();
      expect([...scene.idsByEvent().values()].every((ids) => ids.size === 1)).toBe(true);
      expect(await scene.states()).toEqual({ succeeded: 400 });
    },
    PATIENCE_MS,
  );

  it(
    'survives kill -9 of the database itself',
    async () => {
      scene = await ServiceScene.openEmbedded();
      const reported = scene.report(400);
      await scene.receiver.arrived(100);
      await scene.killDatabase();
      await reported;
      await scene.allArrived();
      expect(await scene.states()).toEqual({ succeeded: 400 });
    },
    PATIENCE_MS,
  );

  it(
    'survives SIGTERM: the service ends in order, and the next one continues',
    async () => {
      // No answer comes too late on a busy machine, so that nothing is sent twice for that reason.
      scene = await ServiceScene.open(1, {}, { WEBHOOK_TIMEOUT_MS: '60s' });
      scene.receiver.answer = () => ({ status: 200, delayMs: 20 });
      const [service] = scene.services;
      const reported = scene.report(300);
      await scene.receiver.arrived(50);
      expect(await service!.end('SIGTERM')).toBe(0);
      await service!.start();
      await reported;
      await scene.allArrived();
      const arrivals = scene.receiver.requests.map(({ headers }) => headers['webhook-id']);
      expect(new Set(arrivals).size).toBe(arrivals.length);
      expect(await scene.states()).toEqual({ succeeded: 300 });
    },
    PATIENCE_MS,
  );

  it(
    'survives a rolling restart of API and worker processes while events arrive',
    async () => {
      scene = await ServiceScene.openWith(['api', 'worker', 'api', 'worker']);
      const reported = scene.reportOn();
      for (const half of [scene.services.slice(0, 2), scene.services.slice(2)]) {
        await scene.receiver.arrived(scene.receiver.requests.length + 50);
        expect(await Promise.all(half.map((service) => service.end('SIGTERM')))).toEqual([0, 0]);
        await Promise.all(half.map((service) => service.start()));
      }
      await scene.receiver.arrived(scene.receiver.requests.length + 50);
      await reported();
      await scene.allArrived();
      expect([...scene.idsByEvent().values()].every((ids) => ids.size === 1)).toBe(true);
      expect(await scene.states()).toEqual({ succeeded: scene.accepted.size });
    },
    PATIENCE_MS,
  );
});

describe('The events of a document', () => {
  it(
    'are delivered in order, although services are killed and receivers fail',
    async () => {
      const { lost, outOfOrder } = await killWhileOrdered(2);
      expect({ lost, outOfOrder }).toEqual({ lost: 0, outOfOrder: 0 });
    },
    PATIENCE_MS,
  );
});

describe('An event', largeSubscriptions);

describe('An event', distinctProjections);

describe('An accepted email', () => {
  it(
    'survives kill -9 of the service: every recipient gets it, and copies have one Message-ID',
    async () => {
      const messageIds = await sendEmailsThrough('SIGKILL', 300);
      expect(messageIds.size).toBe(300);
      expect([...messageIds.values()].every((ids) => new Set(ids).size === 1)).toBe(true);
    },
    PATIENCE_MS,
  );
});

describe('An email that is being sent when the service stops', () => {
  it(
    'is sent once, by this process or the next one',
    async () => {
      const messageIds = await sendEmailsThrough('SIGTERM', 100);
      expect([...messageIds.values()].map((ids) => ids.length)).toEqual(Array(100).fill(1));
    },
    PATIENCE_MS,
  );
});

describe('A service that cannot end in order, because its database has fallen silent', () => {
  it(
    'exits with 1 and a log line some seconds after the deadline of its attempts',
    async () => {
      const database = await testDatabase();
      const line = await DatabaseLine.to(database.url);
      const service = await serviceProcess({
        DATABASE_URL: line.url,
        SECRET_KEYS: `test:${randomBytes(32).toString('base64')}`,
        WEBHOOK_TIMEOUT_MS: '100',
      });
      try {
        await service.start();
        line.fallSilent();
        expect(await service.end('SIGTERM')).toBe(1);
        expect(service.lines).toContain('The service did not stop in order: it takes too long\n');
      } finally {
        await service.end('SIGKILL');
        await line.close();
        await database.drop();
      }
    },
    PATIENCE_MS,
  );
});

describe('A service with callers that read nothing of long lists', () => {
  it(
    'serves other callers, in bounded memory',
    async () => {
      const { peakMiB, statuses } = await ignoreAnswers();
      expect(statuses).toEqual(new Set([200]));
      expect(peakMiB).toBeLessThan(400);
    },
    PATIENCE_MS,
  );
});
