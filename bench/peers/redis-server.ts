import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** A redis-server of our own that writes each command to disk before it answers, and so is as durable as PostgreSQL. */
export class RedisServer {
  private constructor(
    readonly port: number,
    private readonly child: ChildProcess,
    private readonly folder: string,
  ) {}

  /** Null if redis-server is not installed. */
  static async start(): Promise<RedisServer | null> {
    if (spawnSync('redis-server', ['--version']).status !== 0) return null;
    const folder = await mkdtemp(path.join(tmpdir(), 'livery-bench-redis-'));
    const port = await freePort();
    const child = spawn(
      'redis-server',
      ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', ''].concat([
        '--appendonly',
        'yes',
        '--appendfsync',
        'always',
        '--maxmemory-policy',
        'noeviction',
      ]),
      { stdio: 'ignore' },
    );
    const server = new RedisServer(port, child, folder);
    await server.ready();
    return server;
  }

  async stop(): Promise<void> {
    const ended = once(this.child, 'exit');
    this.child.kill();
    await ended;
    await rm(this.folder, { recursive: true, force: true });
  }

  private async ready(): Promise<void> {
    for (;;) {
      const socket = connect(this.port, '127.0.0.1');
      const isOpen = await Promise.race([
        once(socket, 'connect').then(() => true),
        once(socket, 'close').then(() => false),
      ]).catch(() => false);
      socket.destroy();
      if (isOpen) return;
      await delay(50);
    }
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
