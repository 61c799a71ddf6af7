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
  // The log in the folder is never truncated, so it records only starts, stops and crashes, and no data.
  log_min_messages: 'log',
  log_checkpoints: 'off',
};

/** A running server on `port` of 127.0.0.1. */
export interface Postmaster {
  readonly port: number;
  /** Settles when the server has ended, for any reason. */
  readonly ended: Promise<void>;
  /** Closes the connections and waits for the end, without loss of commits. Does nothing if the server has ended. */
  stop(): Promise<void>;
}

/**
 * Starts the server of a cluster, on its previous port if that is free, so that its users find it again. If the
 * cluster's server is running already, because only its supervisor was killed, it is taken over unchanged.
 */
export async function startPostmaster(cluster: string, order: SupervisorOrder): Promise<Postmaster> {
  const running = await takeOver(cluster, order);
  if (running !== null) return running;
  const giveUpAt = Date.now() + START_PATIENCE_MS;
  for (;;) {
    const outcome = await tryStart(cluster, await freePort(await lastPort(cluster)), order);
    if (typeof outcome !== 'string') return outcome;
    // After a crash the server's children still hold its memory for a moment, and another program may have taken the
    // port.
    const isPassing = /still in use|could not create any TCP/.test(outcome) && Date.now() < giveUpAt;
    if (!isPassing) throw new Error(`PostgreSQL did not start:\n${outcome}`);
    await delay(WATCH_MS);
  }
}

/** The cluster's running server, once it is ready; null if there is none. */
async function takeOver(cluster: string, order: SupervisorOrder): Promise<Postmaster | null> {
  for (;;) {
    const file = await readPidFile(cluster);
    if (file === null) return null;
    const { pid, port, isReady } = file;
    if (!(await isServerOf(cluster, pid))) {
      // The id in a crashed server's file may belong to another process by now, and PostgreSQL would refuse to start.
      if (isAlive(pid)) await rm(path.join(cluster, 'postmaster.pid'));
      return null;
    }
    if (isReady) return postmaster(cluster, pid, port, endOfServer(cluster, pid), order);
    // The server is starting or stopping.
    await delay(POLL_MS);
  }
}

/** The server or, if it fails to start, the end of its log. A recovery may take any time. */
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
  // An 'error' event, for a missing program, is an end as well.
  await once(child, 'exit').catch(() => undefined);
}

async function endOfServer(cluster: string, pid: number): Promise<void> {
  // isAlive would not do: without an init process in the container, an orphan stays a zombie for ever.
  while (await isServerOf(cluster, pid)) await delay(WATCH_MS);
}

/** The port of the server's last start, from postmaster.opts; 0 if there was none. */
async function lastPort(cluster: string): Promise<number> {
  const options = await readFile(path.join(cluster, 'postmaster.opts'), 'utf8').catch(() => '');
  return Number(/"-p" "(\d+)"/.exec(options)?.[1] ?? 0);
}

/** `wanted` if it is free, otherwise any free port. */
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
