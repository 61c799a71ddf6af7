import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { EmbeddedPostgresError } from './fault.js';
import type { SupervisorOrder } from './supervisor-order.js';

const run = promisify(execFile);
const UNFINISHED = '.unfinished';

/**
 * Creates the cluster in the folder at first use, and returns its path. Only one process at a time may call it for a
 * folder. An interrupted first start never leaves a cluster that looks complete.
 *
 * @throws EmbeddedPostgresError if the folder contains data of another major version, which this server cannot read
 */
export async function openCluster(order: SupervisorOrder): Promise<string> {
  const { folder, binaries } = order;
  await removeUnfinished(folder);
  const wanted = String(binaries.major);
  const cluster = path.join(folder, wanted);
  const versions = await versionsIn(folder);
  if (versions.size === 0) await makeCluster(cluster, order);
  else if (versions.get(cluster) !== wanted) {
    const found = versions.get(cluster) ?? [...versions.values()].join(', ');
    throw new EmbeddedPostgresError(
      'other_version',
      `The data in ${folder} was written by PostgreSQL ${found}; the one that is here is ${wanted} and cannot read it.`,
    );
  }
  return cluster;
}

async function removeUnfinished(folder: string): Promise<void> {
  const drafts = (await readdir(folder)).filter((entry) => entry.endsWith(UNFINISHED));
  await Promise.all(drafts.map((draft) => rm(path.join(folder, draft), { recursive: true, force: true })));
}

/** The major version that wrote each of the clusters in the folder, by the cluster's path. */
async function versionsIn(folder: string): Promise<ReadonlyMap<string, string>> {
  const versions = new Map<string, string>();
  for (const entry of await readdir(folder)) {
    const version = await readFile(path.join(folder, entry, 'PG_VERSION'), 'utf8').catch(() => null);
    if (version !== null) versions.set(path.join(folder, entry), version.trim());
  }
  return versions;
}

async function makeCluster(
  cluster: string,
  { binaries, superuser, password, settings }: SupervisorOrder,
): Promise<void> {
  const name = `${cluster}-${randomUUID()}`;
  const draft = `${name}${UNFINISHED}`;
  const passwordFile = `${name}-password${UNFINISHED}`;
  await writeFile(passwordFile, password, { mode: 0o600, flag: 'wx' });
  await run(binaries.initdb, [
    '-D',
    draft,
    `--username=${superuser}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    // A collation of the C library could change with an update of the machine and corrupt indexes.
    ...(binaries.major >= 17 ? ['--locale-provider=builtin', '--locale=C.UTF-8'] : ['--locale=C']),
    ...(settings['fsync'] === 'off' ? ['--no-sync'] : []),
  ]);
  await rm(passwordFile);
  await rename(draft, cluster);
}
