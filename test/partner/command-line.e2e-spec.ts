import { spawn } from 'node:child_process';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { INTERNAL_TOKEN, startApp, type TestApp } from '../support/app.js';
import { runCommand } from '../support/command.js';

const CLI = fileURLToPath(new URL('../../dist/service/cli.js', import.meta.url));

describe('The command line', () => {
  const SECRET_KEYS = `test:${randomBytes(32).toString('base64')}`;
  let app: TestApp;
  let folder: string;
  let environment: Record<string, string>;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'livery-cli-'));
    app = await startApp({ SECRET_KEYS });
    environment = {
      PATH: process.env['PATH'] ?? '',
      DATABASE_URL: app.database.options.connectionString ?? '',
      SECRET_KEYS,
      INTERNAL_TOKEN,
      LIVERY_URL: app.url,
    };
  });
  afterAll(async () => {
    await app.stop();
    await rm(folder, { recursive: true });
  });

  /** Runs a command in a process of its own, as operators do. */
  const spawned = async (words: readonly string[], { env = {}, input = '' } = {}) => {
    const child = spawn(process.execPath, [CLI, ...words], { env: { ...environment, ...env } });
    child.stdin.end(input);
    const [out, err, code] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      new Promise<number | null>((resolve) => child.on('close', resolve)),
    ]);
    return { code, out, err };
  };
  /** Runs a command in this process, which is ten times faster. */
  const run = (words: readonly string[], { env = {}, input = '' } = {}) =>
    runCommand(words, { ...environment, ...env }, input);
  /** The JSON that a command prints. */
  const json = async (...words: string[]) => {
    const { code, out, err } = await run([...words, '--json']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    return JSON.parse(out);
  };
  const create = async () => String((await json('partner', 'create', '--name', 'Acme')).id);

  it('ends silently when its reader, such as head, closes the output', async () => {
    const child = spawn(process.execPath, [CLI, '--help'], { env: environment });
    child.stdout.destroy();
    const [err, code] = await Promise.all([
      text(child.stderr),
      new Promise<number | null>((resolve) => child.on('close', resolve)),
    ]);
    expect({ code, err }).toEqual({ code: 0, err: '' });
  });

  it('runs as a process that prints, reads and ends as it should', async () => {
    const made = await spawned(['partner', 'create', '--name', 'Acme', '--json']);
    expect(made).toMatchObject({ code: 0, err: '' });
    expect(JSON.parse(made.out)).toMatchObject({ name: 'Acme', features: [] });
    const event = JSON.stringify({ type: 'document.sent', typeId: 'x', companyId: 1, data: {} });
    const sent = await spawned(['event', 'send', '--file', '-', '--json'], { input: event });
    expect(sent).toMatchObject({ code: 0, err: '' });
    expect(JSON.parse(sent.out).accepted).toHaveLength(1);
    expect(await spawned(['partner', 'show', '--id', '2000000000'])).toEqual({
      code: 1,
      out: '',
      err: 'There is no partner 2000000000.\n',
    });
    const away = { DATABASE_URL: 'postgres://user:hidden@127.0.0.1:9/livery' };
    expect(await spawned(['partner', 'list'], { env: away })).toEqual({
      code: 1,
      out: '',
      err: 'The database cannot be reached.\n',
    });
    expect(await spawned(['partner', 'invent'])).toMatchObject({ code: 2, out: '' });
  });

  it('creates partners, shows, changes, deletes and restores them', async () => {
    const made = await run(['partner', 'create', '--name', 'Acme', '--feature', 'companyExpense']);
    expect(made).toEqual({
      code: 0,
      out: expect.stringMatching(/^Created partner \d+ "Acme"\.\n$/),
      err: '',
    });
    const id = /\d+/.exec(made.out)?.[0] ?? '';
    expect((await app.internal('GET', `/internal/partner/${id}`)).body.features).toEqual(['companyExpense']);
    const view = await json('partner', 'update', '--id', id, '--name', 'Acme AB', '--no-feature');
    expect(view).toEqual({ id: Number(id), name: 'Acme AB', features: [], createdAt: expect.any(String) });
    expect(await json('partner', 'show', '--id', id)).toEqual(view);
    expect(await json('partner', 'list')).toContainEqual(view);
    expect((await run(['partner', 'delete', '--id', id])).code).toBe(0);
    expect((await app.internal('GET', `/internal/partner/${id}`)).status).toBe(404);
    expect(await json('partner', 'list', '--deleted')).toEqual([view]);
    expect(await json('partner', 'restore', '--id', id)).toEqual(view);
  });

  it('attaches companies and detaches them', async () => {
    const id = await create();
    await json('company', 'attach', '--partner', id, '--company', '11');
    await json('company', 'attach', '--partner', id, '--company', '12');
    await json('company', 'detach', '--partner', id, '--company', '11');
    expect((await run(['company', 'list', '--partner', id])).out).toBe('12\n');
    expect((await app.internal('GET', `/internal/partner/${id}/company`)).body).toEqual(
      await json('company', 'list', '--partner', id),
    );
  });

  it('creates working keys, lists and revokes them', async () => {
    const id = await create();
    const made = await json('key', 'create', '--partner', id, '--label', 'CI', '--scope', 'read');
    expect(made).toMatchObject({ label: 'CI', scopes: ['read'], expiresAt: null });
    const status = async () =>
      (await app.request('GET', '/partner/webhookSubscription', { key: made.key })).status;
    expect(await status()).toBe(200);
    const listed = await run(['key', 'list', '--partner', id]);
    expect(listed.out).toMatch(new RegExp(`^${made.id}  CI  read  does not expire  used `));
    expect(listed.out).not.toContain(made.key);
    expect((await run(['key', 'revoke', '--partner', id, '--key', String(made.id)])).code).toBe(0);
    expect(await status()).toBe(401);
    expect(await json('key', 'list', '--partner', id, '--revoked')).toHaveLength(1);
    const plain = await run(['key', 'create', '--partner', id]);
    expect(plain.out).toMatch(/^lvk_[0-9A-Za-z]{38}\n/);
  });

  it('sets the rules by which tokens of a partner are verified', async () => {
    const id = await create();
    const file = path.join(folder, 'key.pem');
    const { publicKey } = generateKeyPairSync('ed25519');
    await writeFile(file, publicKey.export({ type: 'spki', format: 'pem' }));
    const words = ['--partner', id, '--issuer', 'https://id.test/', '--audience', 'livery'];
    await json('jwt', 'set', ...words, '--algorithm', 'EdDSA', '--public-key-file', file);
    expect((await app.internal('GET', `/internal/partner/${id}/jwt`)).body).toEqual(
      await json('jwt', 'show', '--partner', id),
    );
    await json('jwt', 'remove', '--partner', id);
    expect((await app.internal('GET', `/internal/partner/${id}/jwt`)).status).toBe(404);
  });

  it('sends events to the running service', async () => {
    const { companyId } = await app.partner();
    const words = ['--type', 'document.sent', '--type-id', 'doc-1', '--company', String(companyId)];
    const data = ['--data', '{"status":"sent"}', '--id', 'e-1'];
    expect(await json('event', 'send', ...words, ...data)).toEqual({
      accepted: [{ id: 'e-1', duplicate: false, deliveries: 0, emails: 0 }],
    });
    const again = await run(['event', 'send', ...words, ...data]);
    expect(again).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^e-1 {2}duplicate {2}deliveries: 0 {2}emails: 0\n$/),
    });
    const events = [1, 2].map((n) => ({ type: 'document.sent', typeId: `doc-${n}`, companyId, data: {} }));
    const many = await run(['event', 'send', '--file', '-', '--json'], { input: JSON.stringify(events) });
    expect(JSON.parse(many.out).accepted).toHaveLength(2);
  });

  it('exits with 2 for wrong arguments and 1 for failures', async () => {
    const nowhere = { env: { LIVERY_URL: 'http://127.0.0.1:9' } };
    const runs = [
      [2, await run([]), /Usage: livery/],
      [2, await run(['partner', 'invent']), /^Unknown command 'invent'\.\n/],
      [2, await run(['partner', 'lst']), /^Unknown command 'lst'\. Did you mean list\?\n/],
      [2, await run(['partner', 'create']), /^Required option '--name <name>' not specified\.\n/],
      [
        2,
        await run(['partner', 'create', '--name', 'x', '--colour', 'red']),
        /^Unknown option '--colour'\.\n/,
      ],
      [
        2,
        await run(['partner', 'create', '--name', 'x', '--feature', 'all']),
        /^features\/0: Must be one of/,
      ],
      [2, await run(['partner', 'show', '--id', '0']), /whole number from 1 to 2147483647/],
      [2, await run(['event', 'send', '--data', '{']), /must be JSON/],
      [2, await run(['event', 'send', '--type', 'document.lost']), /type: /],
      [1, await run(['partner', 'show', '--id', '2000000000']), /^There is no partner 2000000000\.\n$/],
      [
        1,
        await run(['key', 'revoke', '--partner', '2000000000', '--key', '1']),
        /^There is no partner 2000000000\.\n$/,
      ],
      [1, await run(['event', 'send', '--file', '/nowhere']), /^\/nowhere cannot be read: no such file/],
      [1, await run(['event', 'send'], nowhere), /^No service answers at http:\/\/127\.0\.0\.1:9\./],
      [1, await run(['partner', 'list'], { env: { SECRET_KEYS: '' } }), /SECRET_KEYS/],
    ] as const;
    for (const [code, seen, message] of runs) {
      expect(seen).toEqual({ code, out: '', err: expect.stringMatching(message) });
      expect(seen.err).not.toMatch(/\n\s+at /);
    }
  });

  it.each([
    [[]],
    [['partner']],
    [['key', 'create']],
    [['secrets', 'rotate']],
    [['secrets', 'check']],
    [['doctor']],
    [['event', 'send']],
  ])('helps with %j', async (words) => {
    const { code, out } = await run([...words, '--help']);
    expect(code).toBe(0);
    expect(out).toMatch(/^Usage: livery/);
    expect(out).toMatch('--json');
  });
});
