import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '../delivery/deliveries.js';
import { runCommand } from '../support/command.js';
import { ReplicatedServers } from '../support/replicated-servers.js';
import { seenLog } from '../support/seen-log.js';
import type { ServiceProcess } from '../support/service-process.js';
import { ServiceScene } from './service-scene.js';

const PATIENCE_MS = 300_000;
/** On a free machine all roles serve in less than five seconds. The limit is for a busy one. */
const BOUND_MS = 90_000;
/** The limit for an immediate refusal on a busy machine. One that waits for a connection takes five seconds. */
const AT_ONCE_MS = 3_000;
const LOOK_EVERY_MS = 20;

/** The milliseconds until the service is ready. */
async function readyAfter(service: ServiceProcess): Promise<number> {
  const start = performance.now();
  for (;;) {
    const answer = await fetch(`${service.url}/health/ready`).catch(() => null);
    const passed = performance.now() - start;
    if (answer?.ok) return passed;
    if (passed > BOUND_MS) throw new Error(`Not ready: ${await answer?.text()}\n${service.lines}`);
    await delay(LOOK_EVERY_MS);
  }
}

describe('A service whose primary dies', () => {
  let servers: ReplicatedServers;
  let scene: ServiceScene;

  beforeAll(async () => {
    servers = await ReplicatedServers.start();
    scene = await ServiceScene.openAt(servers.url, ['api', 'worker', 'api,worker']);
  }, PATIENCE_MS);

  afterAll(async () => {
    await scene?.close();
    await servers.stop();
  });

  it(
    'refuses requests at once while there is none, and continues with the promoted standby without losing an event',
    async () => {
      const reported = scene.reportOn();
      await scene.receiver.arrived(200);
      await servers.primary.kill();
      const [door] = scene.doors;
      // The moment when the service notices the death may come first.
      await until(async () => (await refusalOf(door!)).status === 503);
      // A busy machine may stall once, but a service that waits for a connection is late every time.
      await until(async () => {
        const refusals = await Promise.all(Array.from({ length: 40 }, () => refusalOf(door!)));
        expect(refusals.map(({ status }) => status)).toEqual(Array.from({ length: 40 }, () => 503));
        expect(refusals.every(({ retryAfter }) => retryAfter !== null)).toBe(true);
        return Math.max(...refusals.map(({ tookMs }) => tookMs)) < AT_ONCE_MS;
      });

      await servers.promote();
      const readyMs = await Promise.all(scene.services.map(readyAfter));
      process.stderr.write(`Ready again after ${readyMs.map(Math.round).join(', ')} ms.\n`);
      const before = scene.accepted.size;
      await until(async () => scene.accepted.size > before + 50);
      await reported();
      await scene.allArrived();
      expect([...scene.idsByEvent().values()].filter(({ size }) => size > 1)).toEqual([]);
      expect(Object.keys(await scene.states())).toEqual(['succeeded']);
      expect(seenLog.join('\n')).toContain(`127.0.0.1:${servers.standby.port} is the primary.`);
    },
    PATIENCE_MS,
  );

  it(
    'stays with the promoted host when the former primary returns and accepts writes',
    async () => {
      await servers.primary.start();
      const verdictsNow = async () => {
        const { out } = await runCommand(['doctor', '--json'], {
          DATABASE_URL: servers.url,
          SECRET_KEYS: `test:${Buffer.alloc(32).toString('base64')}`,
        });
        const findings: { point: string; verdict: string }[] = JSON.parse(out);
        return Object.fromEntries(findings.map(({ point, verdict }) => [point, verdict]));
      };
      const [former, present] = [servers.primary, servers.standby].map(
        ({ port }) => `host 127.0.0.1:${port}`,
      );
      // A busy machine may answer the doctor too late.
      const verdicts = await eventually(verdictsNow, (seen) => seen[String(present)] === 'ok');
      expect(verdicts).toMatchObject({ [String(former)]: 'wrong', [String(present)]: 'ok', database: 'ok' });
      const host = `livery_database_host{host="127.0.0.1:${servers.primary.port}",state="primary"} 1`;
      // Hosts that are not in use are checked now and then.
      await until(async () => (await metricsOf(scene.services[0]!)).includes(host));
      const before = scene.accepted.size;
      await scene.report(50);
      expect(scene.accepted.size).toBe(before + 50);
      const rows = await servers.standby.query<{ count: string }>('SELECT count(*) FROM event_key', 'livery');
      expect(Number(rows[0]?.count)).toBeGreaterThanOrEqual(scene.accepted.size);
      await scene.allArrived();
    },
    PATIENCE_MS,
  );

  it(
    'leaves a primary that becomes read-only, and returns to it when it accepts writes again',
    async () => {
      await servers.primary.kill();
      const reported = scene.reportOn();
      await servers.standby.query('ALTER SYSTEM SET default_transaction_read_only = on');
      await servers.standby.query('SELECT pg_reload_conf()');
      const absent = `127.0.0.1:${servers.standby.port} is read-only`;
      await until(async () => scene.services.every(({ lines }) => lines.includes(absent)));
      const session = await servers.standby.connect();
      await session.query('SET default_transaction_read_only = off');
      await session.query('ALTER SYSTEM RESET default_transaction_read_only');
      await session.query('SELECT pg_reload_conf()');
      await session.end();
      await Promise.all(scene.services.map(readyAfter));
      const before = scene.accepted.size;
      await until(async () => scene.accepted.size > before + 50);
      await reported();
      await scene.allArrived();
      expect(Object.keys(await scene.states())).toEqual(['succeeded']);
    },
    PATIENCE_MS,
  );
});

async function until(look: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + BOUND_MS;
  while (!(await look())) {
    if (performance.now() > end) throw new Error('It did not happen in time.');
    await delay(LOOK_EVERY_MS);
  }
}

async function metricsOf({ url }: ServiceProcess): Promise<string> {
  return (await fetch(`${url}/metrics`)).text();
}

/** The answer to a request that needs the database. */
async function refusalOf({ url }: ServiceProcess) {
  const start = performance.now();
  const answer = await fetch(`${url}/partner/webhookSubscription`, {
    headers: { authorization: 'Bearer of-nobody' },
  });
  await answer.text();
  return {
    status: answer.status,
    retryAfter: answer.headers.get('retry-after'),
    tookMs: performance.now() - start,
  };
}
