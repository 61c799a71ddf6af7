import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { Pool } from 'undici';
import { INTERNAL_TOKEN } from '../support/app.js';
import { seenLog } from '../support/seen-log.js';
import { serviceProcess, SERVE } from '../support/service-process.js';
import { ServiceScene } from './service-scene.js';

const PATIENCE_MS = 240_000;
const LOOK_EVERY_MS = 100;
const MOST_CONNECTIONS = 20;
/** The process that hangs does not answer at all, and the other one sooner, even on a busy machine. */
const UNANSWERED_MS = 5_000;
const RENEWED = 'All processes have been replaced.';

/** The processes that a supervisor runs. */
async function childrenOf(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return text.trim().split(/\s+/).filter(Boolean).map(Number);
}

async function until(look: () => Promise<boolean>, what: string): Promise<void> {
  const end = performance.now() + PATIENCE_MS / 2;
  let failure: unknown;
  // A request may reach a process that has just been killed.
  while (!(await look().catch((error: unknown) => ((failure = error), false)))) {
    if (performance.now() > end) throw new Error(`It did not happen: ${what}`, { cause: failure });
    await delay(LOOK_EVERY_MS);
  }
}

/** The sum over all labels of a metric. */
async function metric(url: string, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const lines = text.split('\n').filter((line) => line.startsWith(name));
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}

/**
 * Opens connections until one of them gets no answer, unless the load has got the one that the process does not take.
 * Returns a function that resolves when that connection is closed.
 */
async function unansweredConnection(url: string): Promise<() => Promise<unknown>> {
  const { port } = new URL(url);
  for (let tries = 0; tries < MOST_CONNECTIONS; tries++) {
    const socket = connect(Number(port), '127.0.0.1');
    // It may end with an error.
    const closed = new Promise((resolve) => socket.on('error', resolve).on('close', resolve));
    socket.write(`GET /health/live HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`);
    const answer = await Promise.race([once(socket, 'data'), delay(UNANSWERED_MS, null)]);
    if (answer === null) return () => closed;
    socket.destroy();
  }
  return async () => undefined;
}

/** Reports events over kept connections. When it is ended, resolves with the answers other than 202. */
function reportKept(scene: ServiceScene): () => Promise<string[]> {
  const pool = new Pool(scene.services[0]!.url, { connections: 4 });
  const refused: string[] = [];
  const over = new AbortController();
  const report = async (sender: number) => {
    for (let count = 0; !over.signal.aborted; count++) {
      const typeId = `kept-${sender}-${count}`;
      try {
        const { statusCode, body } = await pool.request({
          method: 'POST',
          path: '/internal/event',
          headers: { authorization: `Bearer ${INTERNAL_TOKEN}`, 'content-type': 'application/json' },
          body: JSON.stringify({
            type: 'document.accepted',
            typeId,
            companyId: scene.partner.companyId,
            data: {},
          }),
        });
        await body.dump();
        if (statusCode === 202) scene.accepted.add(typeId);
        else refused.push(String(statusCode));
      } catch (error) {
        refused.push(String(error));
      }
      await delay(5);
    }
  };
  const reported = Promise.all([0, 1, 2, 3].map(report));
  return async () => {
    over.abort();
    await reported;
    await pool.destroy();
    return refused;
  };
}

describe('A service of two processes', () => {
  let scene: ServiceScene;

  beforeAll(async () => {
    scene = await ServiceScene.openSupervised(2);
    await until(
      async () => (await metric(scene.services[0]!.url, 'livery_processes ')) === 2,
      'two processes',
    );
  }, PATIENCE_MS);

  afterAll(() => scene.close());

  it(
    'loses nothing when one is killed under load, replaces it, and keeps its counters',
    async () => {
      const [service] = scene.services;
      const killed = (await childrenOf(service!.pid))[0]!;
      const reported = scene.reportOn();
      await scene.receiver.arrived(100);
      const before = await metric(service!.url, 'livery_events_total');
      process.kill(killed, 'SIGKILL');
      await until(async () => {
        const children = await childrenOf(service!.pid);
        return children.length === 2 && !children.includes(killed);
      }, 'the killed process is replaced');
      await until(
        async () => (await metric(service!.url, 'livery_events_total')) >= before,
        'the counters are kept',
      );
      await until(async () => (await metric(service!.url, 'livery_processes ')) === 2, 'two processes again');
      await reported();
      await scene.allArrived();
      await until(async () => (await fetch(`${service!.url}/health/ready`)).ok, 'it is ready');
      expect(seenLog.join('\n')).toMatch(
        /"pid":\d+,"context":"Processes","msg":"Process \d+ has ended \(SIGKILL\)/,
      );
    },
    PATIENCE_MS,
  );

  it(
    'kills a process that hangs, closes a connection that it has not taken, and loses nothing',
    async () => {
      const [service] = scene.services;
      const hung = (await childrenOf(service!.pid))[0]!;
      const reported = scene.reportOn();
      process.kill(hung, 'SIGSTOP');
      const closed = await unansweredConnection(service!.url);
      await until(async () => {
        const children = await childrenOf(service!.pid);
        return children.length === 2 && !children.includes(hung);
      }, 'the hung process is replaced');
      await closed();
      await until(async () => (await metric(service!.url, 'livery_processes ')) === 2, 'two processes again');
      await reported();
      await scene.allArrived();
      expect(seenLog.join('\n')).toContain(`Process ${hung} has sent no heartbeat for 15 s and is killed.`);
    },
    PATIENCE_MS,
  );

  it(
    'replaces both on SIGHUP without refusing a request, and ends on SIGTERM in order',
    async () => {
      const [service] = scene.services;
      const former = await childrenOf(service!.pid);
      const end = reportKept(scene);
      service!.signal('SIGHUP');
      await until(async () => seenLog.some((line) => line.includes(RENEWED)), 'the renewal');
      expect(await end()).toEqual([]);
      const present = await childrenOf(service!.pid);
      expect(present.filter((pid) => former.includes(pid))).toEqual([]);
      await scene.allArrived();
      scene.receiver.answer = () => ({ status: 200, delayMs: 20 });
      const reported = scene.report(100);
      await scene.receiver.arrived(scene.receiver.requests.length + 20);
      expect(await service!.end('SIGTERM')).toBe(0);
      await service!.start();
      await reported;
      await scene.allArrived();
    },
    PATIENCE_MS,
  );
});

describe('A service of several processes that cannot start', () => {
  it('ends with the error, once', async () => {
    const environment = {
      PROCESSES: '3',
      DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
      SECRET_KEYS: `k:${Buffer.alloc(32).toString('base64')}`,
    };
    const service = await serviceProcess(environment, SERVE);
    await expect(service.start()).rejects.toThrow('The database cannot be reached');
    expect(service.lines.match(/does not start/g)).toHaveLength(1);
  });
});
