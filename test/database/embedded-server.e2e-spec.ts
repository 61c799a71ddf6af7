import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { chmod, chown, mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findBinaries } from '../../packages/embedded-postgres/binaries.js';
import { DataFolder, endOf, isRunning, statusOf } from './data-folder.js';
import { queryAt } from './server-user.js';

const NOBODY = 65_534;
const isLinux = process.platform === 'linux';
const isRoot = process.getuid?.() === 0;

/** For tests that not every machine can run. Skips them with the reason. */
function itIf(isPossible: boolean, otherwise: string): jest.It {
  if (isPossible) return it;
  process.stderr.write(`Skipping a test of the embedded server: ${otherwise}.\n`);
  return it.skip;
}

const itAsRoot = itIf(
  isLinux && isRoot && othersCanRunIt(),
  'it takes root, and a project open to other accounts',
);
const itInNamespace = itIf(
  isLinux && isRoot && canRun('unshare', ['-U', 'true']),
  'it takes root and user namespaces',
);
const itOnLinux = itIf(isLinux, 'it reads /proc');

function othersCanRunIt(): boolean {
  const program = `process.chdir(${JSON.stringify(import.meta.dirname)})`;
  return canRun(process.execPath, ['-e', program], { uid: NOBODY, gid: NOBODY });
}

function canRun(program: string, words: string[], account = {}): boolean {
  return spawnSync(program, words, { stdio: 'ignore', ...account }).status === 0;
}

let folder: DataFolder;

beforeEach(async () => {
  folder = await DataFolder.create();
});

afterEach(async () => {
  await folder.remove();
});

const ownerOf = (pid: number) => Number(statusOf(pid, 'Uid')?.split('\t')[0]);
const supervisorPid = () => Number(statusOf(folder.serverPid, 'PPid'));

describe('The embedded server', () => {
  it('keeps committed data and its port from one start to the next', async () => {
    const first = await folder.start();
    await first.query('CREATE TABLE kept AS SELECT 1 AS one');
    const pid = folder.serverPid;
    expect(await first.stop()).toBe(0);
    expect(isRunning(pid)).toBe(false);
    expect(existsSync(folder.pidFile)).toBe(false);

    const second = await folder.start();
    expect(await second.query('TABLE kept')).toEqual([{ one: 1 }]);
    expect(second.url).toBe(first.url);
  });

  it('listens on 127.0.0.1 only, and does not lose commits', async () => {
    const user = await folder.start({ settings: {} });
    const settings = [
      'listen_addresses',
      'unix_socket_directories',
      'fsync',
      'synchronous_commit',
      'full_page_writes',
    ];
    const [row] = await queryAt(
      user.adminUrl,
      `SELECT ${settings.map((name) => `current_setting('${name}') AS ${name}`).join()}`,
    );
    expect(row).toEqual({
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      fsync: 'on',
      synchronous_commit: 'on',
      full_page_writes: 'on',
    });
  });

  it('sorts text by code point with any C library of the machine', async () => {
    const user = await folder.start();
    const [database] = await user.query(
      'SELECT datlocprovider, datlocale, pg_encoding_to_char(encoding) FROM pg_database WHERE datname = current_database()',
    );
    expect(database).toEqual({ datlocprovider: 'b', datlocale: 'C.UTF-8', pg_encoding_to_char: 'UTF8' });
  });

  it('requires a random password, from a file that only its owner can read', async () => {
    const user = await folder.start();
    const address = new URL(user.url);
    const file = path.join(folder.path, 'database-password');
    expect(readFileSync(file, 'utf8')).toBe(address.password);
    expect(address.password).toMatch(/^[\w-]{32}$/);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const scram = `SELECT rolpassword LIKE 'SCRAM-SHA-256$%' AS scram FROM pg_authid WHERE rolcanlogin`;
    expect(await queryAt(user.adminUrl, scram)).toEqual([{ scram: true }, { scram: true }]);
    for (const { href } of [address, new URL(user.adminUrl)]) {
      const guessed = new URL(href);
      guessed.password = 'guessed';
      await expect(queryAt(guessed.href, 'SELECT 1')).rejects.toThrow('password authentication failed');
    }
  });

  it('is used by a role that owns its database and is not above row-level security', async () => {
    const user = await folder.start();
    expect(
      await user.query(
        `SELECT rolname, rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, datdba = r.oid AS owner
         FROM pg_roles r, pg_database WHERE rolname = current_user AND datname = current_database()`,
      ),
    ).toEqual([
      {
        rolname: 'livery_service',
        rolsuper: false,
        rolbypassrls: false,
        rolcreaterole: false,
        rolcreatedb: false,
        owner: true,
      },
    ]);
  });

  it('passes tables of its superuser to that role', async () => {
    const former = await folder.start();
    const asSuperuser = new URL(former.adminUrl);
    asSuperuser.pathname = new URL(former.url).pathname;
    await queryAt(
      asSuperuser.href,
      'CREATE TABLE made (id int GENERATED ALWAYS AS IDENTITY) PARTITION BY RANGE (id); CREATE TABLE made_default PARTITION OF made DEFAULT',
    );
    await expect(former.query('TABLE made')).rejects.toThrow('permission denied');
    await former.stop();

    const user = await folder.start();
    await user.query('INSERT INTO made DEFAULT VALUES');
    await user.query('ALTER TABLE made ADD extra text');
    expect(await user.query('TABLE made_default')).toEqual([{ id: 1, extra: null }]);
  });

  it('runs the programs in PG_BIN', async () => {
    const { initdb, postgres, pgCtl } = await findBinaries(null);
    const binFolder = path.join(folder.around, 'bin');
    await mkdir(binFolder);
    for (const program of [initdb, postgres, pgCtl])
      await symlink(program, path.join(binFolder, path.basename(program)));
    const user = await folder.start({ binFolder });
    await expect(user.query('SELECT 1 AS one')).resolves.toEqual([{ one: 1 }]);
    if (isLinux) expect(readFileSync(`/proc/${folder.serverPid}/cmdline`, 'utf8')).toContain(binFolder);
  });

  it('reports that there is no program in PG_BIN', async () => {
    await expect(folder.start({ binFolder: '/nowhere' })).rejects.toThrow('Set DATABASE_URL');
  });
});

describe('The account of the embedded server', () => {
  itAsRoot('is not root, and only the folder of the database belongs to it', async () => {
    await folder.start();
    const owner = ownerOf(folder.serverPid);
    expect(owner).not.toBe(0);
    expect(statSync(folder.postgres).uid).toBe(owner);
    expect(statSync(folder.path).uid).toBe(0);
    expect(statSync(path.join(folder.path, 'database-password')).uid).toBe(0);
  });

  itInNamespace('is root in a namespace where the folder is closed to every other account', async () => {
    await chmod(folder.around, 0o700);
    const first = await folder.start();
    await first.query('CREATE TABLE kept AS SELECT 1 AS one');
    expect(statSync(folder.postgres).uid).toBe(0);
    const pid = folder.serverPid;
    await first.kill();
    await endOf(pid);
    expect(existsSync(folder.pidFile)).toBe(false);
    expect(await (await folder.start()).query('TABLE kept')).toEqual([{ one: 1 }]);
  });

  itInNamespace('changes with the folder, and the data goes along', async () => {
    const first = await folder.start();
    await first.query('CREATE TABLE kept AS SELECT 1 AS one');
    await first.stop();
    await chmod(folder.around, 0o700);
    expect(await (await folder.start()).query('TABLE kept')).toEqual([{ one: 1 }]);
  });

  itAsRoot('is that of a normal user who starts it, and stays so when root does', async () => {
    await mkdir(folder.path);
    await chown(folder.path, NOBODY, NOBODY);
    const first = await folder.start({}, NOBODY);
    expect(ownerOf(folder.serverPid)).toBe(NOBODY);
    await first.stop();
    const second = await folder.start();
    expect(ownerOf(folder.serverPid)).toBe(NOBODY);
    await second.stop();
    await folder.start({}, NOBODY);
  });

  itAsRoot('cannot read what another account has started, and hears why', async () => {
    await folder.start();
    await expect(folder.start({}, NOBODY)).rejects.toThrow('another one has started Livery in this folder');
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

  itOnLinux('waits for its users, whoever else is told to end', async () => {
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
