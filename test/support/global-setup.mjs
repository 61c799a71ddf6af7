import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';

// Test data may be lost, so the server does not wait for the disk.
const IN_A_HURRY = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '200',
};

/**
 * Runs once for each run of Jest. Starts a server, or uses that of TEST_DATABASE_URL, and creates a migrated database
 * in it, which every suite copies (test-database.ts).
 */
export default async function globalSetup() {
  build();
  const run = {
    adminUrl: process.env.TEST_DATABASE_URL,
    template: `livery_template_${randomBytes(6).toString('hex')}`,
    documents: path.join(os.tmpdir(), `livery-openapi-${randomBytes(6).toString('hex')}.json`),
  };
  globalThis.testRun = run;
  if (!run.adminUrl) await startServer(run);
  await createTemplate(run);
  process.env.TEST_ADMIN_URL = run.adminUrl;
  process.env.TEST_SERVICE_URL = run.serviceUrl;
  process.env.TEST_TEMPLATE = run.template;
  process.env.TEST_DOCUMENTS = run.documents;
}

/** Incremental, so that a run of a single file never uses old migrations. Ignores type errors. */
function build() {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const compiler = 'node_modules/typescript7/bin/tsc';
  spawnSync(process.execPath, [compiler, '-p', 'tsconfig.build.json'], { cwd: root });
}

async function startServer(run) {
  const { EmbeddedServer } = await import('../../dist/src/database/embedded-server.js');
  run.dataDir = await mkdtemp(path.join(os.tmpdir(), 'livery-test-'));
  // If this runs as root, the server runs under another account, which must be able to reach its folder.
  await chmod(run.dataDir, 0o755);
  const binFolder = process.env.PG_BIN ?? null;
  run.server = await EmbeddedServer.open({ dataDir: run.dataDir, binFolder, settings: IN_A_HURRY });
  run.adminUrl = run.server.adminUrl;
}

async function createTemplate(run) {
  const { migrate } = await import('../../dist/src/database/migrate.js');
  const admin = new Client({ connectionString: run.adminUrl });
  await admin.connect();
  run.serviceUrl = await serviceUrl(admin, run.adminUrl);
  const url = new URL(run.serviceUrl);
  await admin.query(`CREATE DATABASE ${run.template} OWNER "${url.username}"`);
  url.pathname = `/${run.template}`;
  await migrate(url.href);
  // A connection to the template would prevent suites from copying it.
  await admin.query(`ALTER DATABASE ${run.template} WITH ALLOW_CONNECTIONS false`);
  await admin.end();
}

/**
 * The role with which services connect. Row-level security does not apply to superusers, so a superuser is replaced by
 * a role of this run. Any other role stays.
 */
async function serviceUrl(admin, adminUrl) {
  const { rows } = await admin.query('SELECT rolsuper FROM pg_roles WHERE rolname = current_user');
  if (!rows[0].rolsuper) return adminUrl;
  const url = new URL(adminUrl);
  url.username = `livery_test_${randomBytes(6).toString('hex')}`;
  url.password = randomBytes(12).toString('hex');
  await admin.query(`CREATE ROLE ${url.username} LOGIN PASSWORD '${url.password}'`);
  return url.href;
}
