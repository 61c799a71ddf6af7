import { Client } from 'pg';

export default async function globalTeardown() {
  const run = globalThis.testRun;
  if (run === undefined) return;
  const admin = new Client({ connectionString: run.adminUrl });
  await admin.connect();
  await admin.query(`DROP DATABASE IF EXISTS ${run.template} WITH (FORCE)`);
  await admin.end();
}
