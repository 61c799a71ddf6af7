import { existsSync, readFileSync, statSync } from 'node:fs';
import { chmod, chown, mkdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import { findBinaries } from '../../packages/embedded-postgres/binaries.js';
import { isLinux, itAsRoot, itInNamespace, NOBODY } from './able-machine.js';
import { DataFolder, endOf, isRunning, statusOf } from './data-folder.js';
import { queryAt } from './server-user.js';

let folder: DataFolder;

beforeEach(async () => {
  folder = await DataFolder.create();
});

afterEach(async () => {
  await folder.remove();
});

const ownerOf = (pid: number) => Number(statusOf(pid, 'Uid')?.split('\t')[0]);

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

  itInNamespace('changes with the access to the folder, and the data remains', async () => {
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

  itAsRoot('cannot use a server that another account has started, and gets the reason', async () => {
    await folder.start();
    await expect(folder.start({}, NOBODY)).rejects.toThrow('another one has started Livery in this folder');
  });
});
