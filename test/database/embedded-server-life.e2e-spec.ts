import { existsSync, readdirSync, statSync } from 'node:fs';
import { chown, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findBinaries } from '../../packages/embedded-postgres/binaries.js';
import { isRoot, itOnLinux } from './able-machine.js';
import { DataFolder, endOf, isRunning, statusOf } from './data-folder.js';

let folder: DataFolder;

beforeEach(async () => {
  folder = await DataFolder.create();
});

afterEach(async () => {
  await folder.remove();
});

const supervisorPid = () => Number(statusOf(folder.serverPid, 'PPid'));

describe('The start of the embedded server', () => {
  it('gives one server to several processes that start together in an empty folder', async () => {
    const users = await Promise.all([folder.start(), folder.start(), folder.start()]);
    expect(new Set(users.map(({ url }) => url)).size).toBe(1);
    expect(readdirSync(folder.postgres).toSorted()).toEqual([path.basename(folder.cluster), 'server.log']);
  });

  it('starts again after an interrupted first start', async () => {
    const major = String((await findBinaries(null)).major);
    const user = await folder.start();
    await user.stop();
    await rename(folder.cluster, path.join(folder.postgres, `${major}-1.unfinished`));
    await rm(path.join(folder.postgres, `${major}-1.unfinished`, 'global'), { recursive: true });
    await folder.start();
    expect(readdirSync(folder.postgres).toSorted()).toEqual([major, 'server.log']);
  });

  it('restarts a killed server for the process that uses it, on the same port', async () => {
    const user = await folder.start();
    await user.query('CREATE TABLE kept AS SELECT 1 AS one');
    const pid = folder.serverPid;
    process.kill(pid, 'SIGKILL');
    await endOf(pid);
    await expect(answers(() => user.query('TABLE kept'))).resolves.toEqual([{ one: 1 }]);
  });

  itOnLinux('recovers after everything was killed at once', async () => {
    const user = await folder.start();
    await user.query('CREATE TABLE kept AS SELECT 1 AS one');
    const killed = [supervisorPid(), folder.serverPid];
    await user.kill();
    for (const pid of killed) if (isRunning(pid)) process.kill(pid, 'SIGKILL');
    await Promise.all(killed.map(endOf));
    expect(await (await folder.start()).query('TABLE kept')).toEqual([{ one: 1 }]);
  });

  it('starts although its pid file names a process that is not a server', async () => {
    const user = await folder.start();
    await user.stop();
    await writeFile(folder.pidFile, `${process.pid}\n${folder.cluster}\n1\n5432\n\n127.0.0.1\n\nready   \n`, {
      mode: 0o600,
    });
    if (isRoot) await chown(folder.pidFile, statSync(folder.postgres).uid, statSync(folder.postgres).gid);
    expect(await (await folder.start()).query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  itOnLinux('takes over a server whose supervisor was killed, without cutting a connection', async () => {
    const user = await folder.start();
    const pid = folder.serverPid;
    const supervisor = supervisorPid();
    const working = user.query('SELECT pg_sleep(2)');
    process.kill(supervisor, 'SIGKILL');
    await endOf(supervisor);
    await expect(working).resolves.toHaveLength(1);
    expect(folder.serverPid).toBe(pid);
    expect(await user.stop()).toBe(0);
    await endOf(pid);
    expect(existsSync(folder.pidFile)).toBe(false);
  });

  it('refuses data of another major version and says what to do', async () => {
    const user = await folder.start();
    await user.stop();
    await writeFile(path.join(folder.cluster, 'PG_VERSION'), '12\n');
    await expect(folder.start()).rejects.toThrow(/written by PostgreSQL 12; .* Set PG_BIN/);
    await rename(folder.cluster, path.join(folder.postgres, '12'));
    await expect(folder.start()).rejects.toThrow('written by PostgreSQL 12');
    expect(readdirSync(folder.postgres).toSorted()).toEqual(['12', 'server.log']);
  });

  it('reports the error message of a server that does not start', async () => {
    await expect(folder.start({ settings: { shared_buffers: 'plenty' } })).rejects.toThrow('shared_buffers');
  });
});

describe('The end of the embedded server', () => {
  it('follows when its user is killed, and leaves no pid file', async () => {
    const user = await folder.start();
    const pid = folder.serverPid;
    await user.kill();
    await endOf(pid);
    expect(existsSync(folder.pidFile)).toBe(false);
  });

  it('follows when Ctrl-C ends the process group of its user', async () => {
    const user = await folder.start();
    const pid = folder.serverPid;
    expect(await user.interrupt()).toBe(0);
    expect(isRunning(pid)).toBe(false);
    expect(existsSync(folder.pidFile)).toBe(false);
  });

  it('follows with the last of its users, not with the one that started it', async () => {
    const first = await folder.start();
    const second = await folder.start();
    const third = await folder.start();
    expect([second.url, third.url]).toEqual([first.url, first.url]);
    const pid = folder.serverPid;
    await first.stop();
    await second.kill();
    expect(await third.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(folder.serverPid).toBe(pid);
    await third.stop();
    expect(isRunning(pid)).toBe(false);
  });

  itOnLinux('waits for its users, even if signals tell its supervisor to end', async () => {
    const user = await folder.start();
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.kill(supervisorPid(), signal);
    const pid = folder.serverPid;
    expect(await user.query('SELECT pg_sleep(0.2)')).toHaveLength(1);
    expect(folder.serverPid).toBe(pid);
    expect(await user.stop()).toBe(0);
    expect(isRunning(pid)).toBe(false);
  });

  it('does not prevent a user from connecting while it stops', async () => {
    for (let round = 0; round < 3; round += 1) {
      const leaving = await folder.start();
      const [coming] = await Promise.all([folder.start(), leaving.stop()]);
      expect(await coming.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
      await coming.stop();
    }
  });
});

/** The first answer of a server that may still be starting. */
async function answers<Answer>(question: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    try {
      return await question();
    } catch {
      await delay(50);
    }
  }
}
