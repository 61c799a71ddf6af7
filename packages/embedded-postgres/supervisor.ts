import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { type Socket, connect, createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { openCluster } from './cluster.js';
import { EmbeddedPostgresError } from './fault.js';
import { startPostmaster } from './postmaster.js';
import type { SupervisorAnswer, SupervisorOrder } from './supervisor-order.js';

const FIRST_USER_MS = 10_000;

/**
 * Runs the server for its users. Each of them holds a connection to the supervisor; when the last one is gone, the
 * supervisor stops the server. The kernel closes the connection of a killed process too, so the server never outlives
 * its users, and it outlives whichever of them happened to start it.
 *
 * A folder has one supervisor, since only one process can listen on its address. That is what makes it safe to create
 * the cluster and to judge what a crashed server has left behind.
 */
class Supervisor {
  private readonly listener = createServer({ allowHalfOpen: true }, (socket) => this.admit(socket));
  private readonly users = new Set<Socket>();
  private readonly unused: Promise<void>;
  private dismiss: () => void = () => undefined;
  private answer: string | null = null;

  constructor(private readonly order: SupervisorOrder) {
    this.unused = new Promise((resolve) => (this.dismiss = resolve));
  }

  /** False if another supervisor of the folder is listening. */
  async listen(): Promise<boolean> {
    await removeDeadSocket(this.order.address);
    this.listener.listen(this.order.address);
    return once(this.listener, 'listening').then(
      () => true,
      () => false,
    );
  }

  /** Starts the server and keeps it until it has no user left or ends by itself. */
  async run(): Promise<void> {
    setTimeout(() => this.users.size === 0 && this.dismiss(), FIRST_USER_MS);
    const server = await startPostmaster(await openCluster(this.order), this.order);
    await this.reply({ port: server.port });
    await Promise.race([this.unused, server.ended]);
    // A user that connects from now on gets no answer. The end of this process tells it to try again.
    this.answer = null;
    await server.stop();
  }

  async reply(answer: SupervisorAnswer): Promise<void> {
    const line = `${JSON.stringify(answer)}\n`;
    this.answer = line;
    await Promise.all([...this.users].map((user) => new Promise((sent) => user.write(line, sent))));
  }

  private admit(user: Socket): void {
    this.users.add(user);
    if (this.answer !== null) user.write(this.answer);
    const leave = () => this.leave(user);
    user.once('end', leave).once('close', leave).on('error', leave).resume();
  }

  private leave(user: Socket): void {
    if (!this.users.delete(user)) return;
    // The last user learns from the end of this process that the server has stopped.
    if (this.users.size > 0) user.end();
    else this.dismiss();
  }
}

/** Removes the file that a killed supervisor leaves behind where an address is a file (not on Linux and Windows). */
async function removeDeadSocket(address: string): Promise<void> {
  if (!address.startsWith('/')) return;
  const probe = connect(address);
  await once(probe, 'connect').catch(() => rm(address, { force: true }));
  probe.destroy();
}

function failureOf(error: unknown): SupervisorAnswer {
  return {
    failure: error instanceof Error ? error.message : String(error),
    code: error instanceof EmbeddedPostgresError ? error.code : null,
  };
}

/** Writes `listening` or `taken` to standard output, once, for the process that has started this one. */
async function main(): Promise<void> {
  // The process that has started this one may have ended.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  // At a shutdown every process gets the signal. The users must end first, because they still have data to write.
  for (const signal of ['SIGINT', 'SIGHUP', 'SIGTERM'] as const) process.on(signal, () => undefined);
  const supervisor = new Supervisor(JSON.parse(await text(process.stdin)) as SupervisorOrder);
  if (!(await supervisor.listen())) {
    process.stdout.end('taken\n');
    return;
  }
  process.stdout.end('listening\n');
  await supervisor.run().catch((error: unknown) => supervisor.reply(failureOf(error)));
  process.exit();
}

await main();
