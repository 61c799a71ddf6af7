import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type Socket, connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Account } from './account.js';
import type { GuardAnswer, GuardOrder } from './guard-order.js';

/** The guard's program; its account must be able to read it. */
export const GUARD = fileURLToPath(new URL('./guard.js', import.meta.url));

const ROUNDS = 20;
const PASSED_ON = ['PATH', 'LD_LIBRARY_PATH', 'TMPDIR', 'TEMP', 'SystemRoot'];

/** A use of the embedded server: it runs as long as anybody holds it. */
export interface GuardHold {
  readonly port: number;
  /** Settles when the hold has ended: let go of, or the guard or the server is gone. */
  readonly ended: Promise<void>;
  /** Returns when the guard has taken note; was this the last hold, when the server has stopped. */
  letGo(): Promise<void>;
}

/** Holds the server of the order, and starts its guard, and the guard the server, where they do not run. */
export async function holdServer(order: GuardOrder, account: Account): Promise<GuardHold> {
  for (let round = 1; round <= ROUNDS; round += 1) {
    const socket = await connectTo(order.address);
    if (socket === null) {
      await startGuard(order, account);
      continue;
    }
    const answer = await answerFrom(socket);
    // No answer: the guard was about to stop its server, and now has.
    if (answer === null) continue;
    if ('failure' in answer) throw new Error(answer.failure);
    return holdOf(socket, answer.port);
  }
  throw new Error(`The guard of the embedded PostgreSQL in ${order.folder} does not answer.`);
}

function holdOf(socket: Socket, port: number): GuardHold {
  const ended = socket.closed ? Promise.resolve() : once(socket, 'close').then(() => undefined);
  socket.unref();
  return {
    port,
    ended,
    letGo: () => {
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
  // A broken connection ends the hold like a closed one.
  return socket.on('error', () => undefined);
}

async function answerFrom(socket: Socket): Promise<GuardAnswer | null> {
  return new Promise((resolve) => {
    let line = '';
    socket.setEncoding('utf8').on('data', (text: string) => {
      line += text;
      if (line.endsWith('\n')) resolve(JSON.parse(line) as GuardAnswer);
    });
    socket.once('close', () => resolve(null));
  });
}

/** Returns when a guard listens, this one or one that was quicker. It stays when this process ends, however it does. */
async function startGuard(order: GuardOrder, { uid, gid, prefix }: Account): Promise<void> {
  const [program, ...args] = [...prefix, process.execPath, GUARD];
  // No NODE_OPTIONS of ours, and no secret of the service in a process of another account.
  const env = Object.fromEntries(PASSED_ON.map((name) => [name, process.env[name]]));
  const guard = spawn(program, args, {
    cwd: order.folder,
    detached: true,
    windowsHide: true,
    env: { ...env, LC_ALL: 'C' },
    ...(uid === undefined ? {} : { uid, gid }),
  });
  let complaint = '';
  guard.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text));
  guard.stdin.on('error', () => undefined).end(JSON.stringify(order));
  const listens = await Promise.race([
    once(guard.stdout, 'data').then(() => true),
    once(guard, 'close').then(() => false),
  ]);
  if (!listens)
    throw new Error(`The guard of the embedded PostgreSQL did not start: ${complaint.slice(-2_000)}`);
  guard.stdout.destroy();
  guard.stderr.destroy();
  guard.unref();
}
