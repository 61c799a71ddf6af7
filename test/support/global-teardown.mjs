import { rm } from 'node:fs/promises';
import { Client } from 'pg';

/** Takes away what global-setup.mjs has made; the databases of suites that were broken off go with our own server. */
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
  // A suite that was broken off leaves its database, and that its owner.
  if (serviceUrl !== adminUrl)
    await admin.query(`DROP ROLE ${new URL(serviceUrl).username}`).catch(() => undefined);
  await admin.end();
}
