import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { type Socket, connect, createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { openCluster } from './cluster.js';
import type { GuardAnswer, GuardOrder } from './guard-order.js';
import { startPostmaster } from './postmaster.js';

const FIRST_HOLDER_MS = 10_000;

/**
 * Stands between the embedded server and those who use it. Each of them holds a connection to the guard; when the last
 * one is gone, the guard stops the server. The kernel closes the connection of a killed process too, so the server
 * never outlives its users, and it outlives whichever of them happened to start it.
 *
 * A data folder has one guard, since only one process can listen on its address. That is what makes it safe to create
 * the cluster and to judge what a crashed server has left behind.
 */
class Guard {
  private readonly listener = createServer({ allowHalfOpen: true }, (socket) => this.admit(socket));
  private readonly holders = new Set<Socket>();
  private readonly unused: Promise<void>;
  private dismiss: () => void = () => undefined;
  private answer: string | null = null;

  constructor(private readonly order: GuardOrder) {
    this.unused = new Promise((resolve) => (this.dismiss = resolve));
  }

  /** False when another guard of the folder listens already. */
  async listen(): Promise<boolean> {
    await removeDeadSocket(this.order.address);
    this.listener.listen(this.order.address);
    return once(this.listener, 'listening').then(
      () => true,
      () => false,
    );
  }

  /** Starts the server and keeps it until nobody needs it any more, or until it ends by itself. */
  async watch(): Promise<void> {
    setTimeout(() => this.holders.size === 0 && this.dismiss(), FIRST_HOLDER_MS);
    const server = await startPostmaster(await openCluster(this.order), this.order);
    await this.tell({ port: server.port });
    await Promise.race([this.unused, server.ended]);
    // One who comes from here on gets no answer: the end of this process is the sign to try again.
    this.answer = null;
    await server.stop();
  }

  async tell(answer: GuardAnswer): Promise<void> {
    const line = `${JSON.stringify(answer)}\n`;
    this.answer = line;
    await Promise.all([...this.holders].map((holder) => new Promise((sent) => holder.write(line, sent))));
  }

  private admit(holder: Socket): void {
    this.holders.add(holder);
    if (this.answer !== null) holder.write(this.answer);
    const leave = () => this.leave(holder);
    holder.once('end', leave).once('close', leave).on('error', leave).resume();
  }

  private leave(holder: Socket): void {
    if (!this.holders.delete(holder)) return;
    // The last one learns that the server has stopped by the end of this process.
    if (this.holders.size > 0) holder.end();
    else this.dismiss();
  }
}

/** Where the address is a file (not on Linux and Windows), a killed guard leaves it behind. */
async function removeDeadSocket(address: string): Promise<void> {
  if (!address.startsWith('/')) return;
  const probe = connect(address);
  await once(probe, 'connect').catch(() => rm(address, { force: true }));
  probe.destroy();
}

/** Says `listening` or `taken` on standard output, once, to the process that started it. */
async function main(): Promise<void> {
  // Whoever started this process may be gone.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  // A signal to everything, as at the end of a machine, is first for the users: they still have something to write.
  for (const signal of ['SIGINT', 'SIGHUP', 'SIGTERM'] as const) process.on(signal, () => undefined);
  const guard = new Guard(JSON.parse(await text(process.stdin)) as GuardOrder);
  if (!(await guard.listen())) {
    process.stdout.end('taken\n');
    return;
  }
  process.stdout.end('listening\n');
  await guard.watch().catch((error: unknown) => {
    return guard.tell({ failure: error instanceof Error ? error.message : String(error) });
  });
  process.exit();
}

await main();
