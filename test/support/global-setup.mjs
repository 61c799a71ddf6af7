import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';

/**
 * Once for each run of jest: a server (the one of TEST_DATABASE_URL, or an embedded one of our own), and in it a
 * migrated database that every suite takes a copy of (test-database.ts).
 */
export default async function globalSetup() {
  build();
  const { migrate } = await import('../../dist/src/database/migrate.js');
  const run = {
    adminUrl: process.env.TEST_DATABASE_URL ?? '',
    template: `livery_template_${randomBytes(6).toString('hex')}`,
  };
  if (run.adminUrl === '') throw new Error('Set TEST_DATABASE_URL.');
  globalThis.testRun = run;
  process.env.TEST_ADMIN_URL = run.adminUrl;
  process.env.TEST_TEMPLATE = run.template;

  const admin = new Client({ connectionString: run.adminUrl });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${run.template}`);
  const url = new URL(run.adminUrl);
  url.pathname = `/${run.template}`;
  await migrate(url.href);
  // A connection to the template would keep the suites from copying it.
  await admin.query(`ALTER DATABASE ${run.template} WITH ALLOW_CONNECTIONS false`);
  await admin.end();
}

/** Incremental, so that a run of a single file never meets yesterday's migrations; type errors are not its concern. */
function build() {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const compiler = 'node_modules/typescript7/bin/tsc';
  spawnSync(process.execPath, [compiler, '-p', 'tsconfig.build.json'], { cwd: root });
}
