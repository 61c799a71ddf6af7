import { rm } from 'node:fs/promises';
import { Client } from 'pg';

/** Removes what global-setup.mjs has created. Databases of aborted suites are removed with our own server. */
export default async function globalTeardown() {
  const { adminUrl, serviceUrl, template, documents, server, dataDir } = globalThis.testRun;
  await rm(documents, { force: true });
  if (server !== undefined) {
    await server.release();
    await rm(dataDir, { recursive: true, force: true });
    return;
  }
  const admin = new Client({ connectionString: adminUrl });
  await admin.connect();
  await admin.query(`DROP DATABASE IF EXISTS ${template} WITH (FORCE)`);
  // An aborted suite leaves its database, which depends on its owner.
  if (serviceUrl !== adminUrl)
    await admin.query(`DROP ROLE ${new URL(serviceUrl).username}`).catch(() => undefined);
  await admin.end();
}
