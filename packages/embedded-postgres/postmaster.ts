import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { isAlive, isServerOf, readPidFile } from './pid-file.js';
import type { SupervisorOrder } from './supervisor-order.js';

const run = promisify(execFile);

const START_PATIENCE_MS = 60_000;
const POLL_MS = 20;
const WATCH_MS = 250;

const ALWAYS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  wal_level: 'minimal',
  max_wal_senders: '0',
  TimeZone: 'UTC',
  // Nothing cuts the log in the folder: it has starts, stops and crashes only, and no data.
  log_min_messages: 'log',
  log_checkpoints: 'off',
};

/** A server that answers on `port` of 127.0.0.1. */
export interface Postmaster {
  readonly port: number;
  /** Settles when the server is gone, for whatever reason. */
  readonly ended: Promise<void>;
  /** Cuts the connections and waits for the end; what is committed is kept. Nothing happens when it is gone already. */
  stop(): Promise<void>;
}

/**
 * Starts the server of a cluster, on the port that it had before where that is free, so that those who used it then
 * find it again. A server of the cluster that runs already (its supervisor was killed) is taken over as it is.
 */
export async function startPostmaster(cluster: string, order: SupervisorOrder): Promise<Postmaster> {
  const running = await takeOver(cluster, order);
  if (running !== null) return running;
  const giveUpAt = Date.now() + START_PATIENCE_MS;
  for (;;) {
    const outcome = await tryStart(cluster, await freePort(await lastPort(cluster)), order);
    if (typeof outcome !== 'string') return outcome;
    // After a crash the server's children still hold its memory for a moment; and a free port may be taken by now.
    const isPassing = /still in use|could not create any TCP/.test(outcome) && Date.now() < giveUpAt;
    if (!isPassing) throw new Error(`PostgreSQL did not start:\n${outcome}`);
    await delay(WATCH_MS);
  }
}

/** The server of the cluster that runs already, once it is ready; null when there is none. */
async function takeOver(cluster: string, order: SupervisorOrder): Promise<Postmaster | null> {
  for (;;) {
    const file = await readPidFile(cluster);
    if (file === null) return null;
    const { pid, port, isReady } = file;
    if (!(await isServerOf(cluster, pid))) {
      // The file of a crashed server may name a process that has its number by now; PostgreSQL would not start then.
      if (isAlive(pid)) await rm(path.join(cluster, 'postmaster.pid'));
      return null;
    }
    if (isReady) return postmaster(cluster, pid, port, endOfServer(cluster, pid), order);
    // It starts, or it stops.
    await delay(POLL_MS);
  }
}

/** The end of the log when the server did not come up. There is no limit to the time that a recovery may take. */
async function tryStart(cluster: string, port: number, order: SupervisorOrder): Promise<Postmaster | string> {
  const settings = Object.entries({ ...ALWAYS, ...order.settings }).map(
    ([key, value]) => `--${key}=${value}`,
  );
  const logFile = path.join(order.folder, 'server.log');
  const log = await open(logFile, 'w', 0o600);
  const child = spawn(order.binaries.postgres, ['-D', cluster, '-p', String(port), ...settings], {
    stdio: ['ignore', log.fd, log.fd],
  });
  const ended = endOfChild(child);
  await log.close();
  while (child.exitCode === null && child.signalCode === null) {
    const file = await readPidFile(cluster);
    if (file?.isReady && file.pid === child.pid) return postmaster(cluster, file.pid, port, ended, order);
    await delay(POLL_MS);
  }
  return (await readFile(logFile, 'utf8')).slice(-2_000);
}

function postmaster(
  cluster: string,
  pid: number,
  port: number,
  ended: Promise<void>,
  order: SupervisorOrder,
): Postmaster {
  const stop = async () => {
    if (!(await isServerOf(cluster, pid))) return;
    // A "fast" shutdown; Windows knows no such signal.
    if (process.platform !== 'win32') process.kill(pid, 'SIGINT');
    else await run(order.binaries.pgCtl, ['stop', '-D', cluster, '-m', 'fast', '-W']);
    await ended;
  };
  return { port, ended, stop };
}

async function endOfChild(child: ChildProcess): Promise<void> {
  // An 'error' (the program is not there) ends it as well.
  await once(child, 'exit').catch(() => undefined);
}

async function endOfServer(cluster: string, pid: number): Promise<void> {
  // Not isAlive: an orphan stays a zombie for good in a container without an init process.
  while (await isServerOf(cluster, pid)) await delay(WATCH_MS);
}

/** The port of the server's last start, which it notes in postmaster.opts; 0 when there was none. */
async function lastPort(cluster: string): Promise<number> {
  const options = await readFile(path.join(cluster, 'postmaster.opts'), 'utf8').catch(() => '');
  return Number(/"-p" "(\d+)"/.exec(options)?.[1] ?? 0);
}

/** `wanted` when it is free, else any free one. */
async function freePort(wanted: number): Promise<number> {
  const probe = createServer();
  try {
    probe.listen(wanted, '127.0.0.1');
    await once(probe, 'listening');
  } catch {
    return freePort(0);
  }
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
