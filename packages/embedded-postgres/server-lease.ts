import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type Socket, connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Account } from './account.js';
import { EmbeddedPostgresError } from './fault.js';
import type { SupervisorAnswer, SupervisorOrder } from './supervisor-order.js';

/** The program of the supervisor, which the server's account must be able to read. */
export const SUPERVISOR = fileURLToPath(new URL('./supervisor.js', import.meta.url));

const ROUNDS = 20;
const PASSED_ON = ['PATH', 'LD_LIBRARY_PATH', 'TMPDIR', 'TEMP', 'SystemRoot'];

/** A lease on the server, which runs as long as there is one. */
export interface ServerLease {
  readonly port: number;
  /** Settles when the lease ends, because it is released or the supervisor or the server has ended. */
  readonly ended: Promise<void>;
  /** Returns when the supervisor has confirmed; for the last lease, when the server has stopped. */
  release(): Promise<void>;
}

/** Takes a lease on the server of the order, and starts its supervisor, which starts the server, if necessary. */
export async function leaseServer(order: SupervisorOrder, account: Account): Promise<ServerLease> {
  for (let round = 1; round <= ROUNDS; round += 1) {
    const socket = await connectTo(order.address);
    if (socket === null) {
      await startSupervisor(order, account);
      continue;
    }
    const answer = await answerFrom(socket);
    // Without an answer, the supervisor was stopping its server and has now ended.
    if (answer === null) continue;
    if ('port' in answer) return leaseOver(socket, answer.port);
    const { code, failure } = answer;
    throw code === null ? new Error(failure) : new EmbeddedPostgresError(code, failure);
  }
  throw new Error(`The supervisor of the embedded PostgreSQL in ${order.folder} does not answer.`);
}

function leaseOver(socket: Socket, port: number): ServerLease {
  const ended = socket.closed ? Promise.resolve() : once(socket, 'close').then(() => undefined);
  socket.unref();
  return {
    port,
    ended,
    release: () => {
      socket.ref().end();
      return ended;
    },
  };
}

async function connectTo(address: string): Promise<Socket | null> {
  const socket = connect(address);
  try {
    await once(socket, 'connect');
  } catch {
    return null;
  }
  // A broken connection ends the lease like a closed one.
  return socket.on('error', () => undefined);
}

async function answerFrom(socket: Socket): Promise<SupervisorAnswer | null> {
  return new Promise((resolve) => {
    let line = '';
    socket.setEncoding('utf8').on('data', (text: string) => {
      line += text;
      if (line.endsWith('\n')) resolve(JSON.parse(line) as SupervisorAnswer);
    });
    socket.once('close', () => resolve(null));
  });
}

/** Returns when a supervisor listens, this one or another that was quicker. The supervisor outlives this process. */
async function startSupervisor(order: SupervisorOrder, { uid, gid, prefix }: Account): Promise<void> {
  const [program, ...args] = [...prefix, process.execPath, SUPERVISOR];
  // A process of another account must not get this one's secrets or NODE_OPTIONS.
  const env = Object.fromEntries(PASSED_ON.map((name) => [name, process.env[name]]));
  const supervisor = spawn(program, args, {
    cwd: order.folder,
    detached: true,
    windowsHide: true,
    env: { ...env, LC_ALL: 'C' },
    ...(uid === undefined ? {} : { uid, gid }),
  });
  let complaint = '';
  supervisor.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text));
  supervisor.stdin.on('error', () => undefined).end(JSON.stringify(order));
  const listens = await Promise.race([
    once(supervisor.stdout, 'data').then(() => true),
    once(supervisor, 'close').then(() => false),
  ]);
  if (!listens) {
    throw new Error(`The supervisor of the embedded PostgreSQL did not start: ${complaint.slice(-2_000)}`);
  }
  supervisor.stdout.destroy();
  supervisor.stderr.destroy();
  supervisor.unref();
}
