import { rm } from 'node:fs/promises';
import { Client } from 'pg';

/** Takes away what global-setup.mjs has made; the databases of suites that were broken off go with our own server. */
export default async function globalTeardown() {
  const { adminUrl, template, server, dataDir } = globalThis.testRun;
  if (server !== undefined) {
    await server.release();
    await rm(dataDir, { recursive: true, force: true });
    return;
  }
  const admin = new Client({ connectionString: adminUrl });
  await admin.connect();
  await admin.query(`DROP DATABASE IF EXISTS ${template} WITH (FORCE)`);
  await admin.end();
}
