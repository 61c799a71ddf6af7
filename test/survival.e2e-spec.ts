import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Scene } from './survival/accounts.js';
import { mailThrough } from './survival/mail-scene.js';
import { leaksIn, seenLog } from './support/seen-log.js';

const PATIENCE_MS = 120_000;

describe('An accepted event', () => {
  let scene: Scene;

  afterEach(() => scene.close());

  it(
    'survives kill -9 of the service in the middle of a thousand',
    async () => {
      scene = await Scene.open(1);
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
    'survives that one of two services is killed and never comes back',
    async () => {
      scene = await Scene.open(2);
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
    'survives that one of two services hangs beyond its leases, and what it does afterwards changes nothing',
    async () => {
      scene = await Scene.open(2);
      // Slow answers: what the sleeper has accepted is in flight, or waits in its memory, when it falls asleep.
      scene.receiver.answer = () => ({ status: 200, delayMs: 300 });
      const reported = scene.report(400);
      await scene.receiver.arrived(50);
      const sleeper = scene.services.pop()!;
      sleeper.signal('SIGSTOP');
      scene.receiver.answer = () => 200;
      await scene.allArrived();
      sleeper.signal('SIGCONT');
      scene.services.push(sleeper);
      await reported;
      await scene.allArrived();
      expect(await scene.states()).toEqual({ succeeded: 400 });
    },
    PATIENCE_MS,
  );

  it(
    'survives that the database drops every connection',
    async () => {
      scene = await Scene.open(1);
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
      const folder = await mkdtemp(path.join(os.tmpdir(), 'livery-survival-'));
      // As root, the server runs under another account, which has to reach its folder.
      await chmod(folder, 0o755);
      scene = await Scene.openEmbedded(1, folder);
      const reported = scene.report(400);
      await scene.receiver.arrived(100);
      process.kill(await postmasterIn(folder), 'SIGKILL');
      await reported;
      await scene.allArrived();
      expect(await scene.states()).toEqual({ succeeded: 400 });
      await scene.services[0]!.end('SIGTERM');
      await rm(folder, { recursive: true, force: true });
    },
    PATIENCE_MS,
  );

  it(
    'survives SIGTERM: the service ends in order, and the next one goes on',
    async () => {
      scene = await Scene.open(1);
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
});

describe('An accepted email', () => {
  it(
    'survives kill -9 of the service: every recipient has it, and copies carry one Message-ID',
    async () => {
      const messageIds = await mailThrough('SIGKILL', 300);
      expect(messageIds.size).toBe(300);
      expect([...messageIds.values()].every((ids) => new Set(ids).size === 1)).toBe(true);
    },
    PATIENCE_MS,
  );
});

describe('Every line that these services have written', () => {
  it('holds no secret and nothing of a body', () => {
    expect(seenLog.length).toBeGreaterThan(0);
    expect(leaksIn(seenLog)).toEqual([]);
  });
});

async function postmasterIn(folder: string): Promise<number> {
  const files = await readdir(folder, { recursive: true });
  const pidFile = files.find((file) => path.basename(file) === 'postmaster.pid');
  return Number.parseInt(await readFile(path.join(folder, pidFile ?? 'postmaster.pid'), 'utf8'), 10);
}
