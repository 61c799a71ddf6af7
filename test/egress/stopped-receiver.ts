import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { RawReceiver } from './raw-receiver.js';

const BACKLOG = 1;

/** A process that listens but does nothing else. It accepts none of the connections that its system makes for it. */
const LISTEN_AND_STOP = `
  const server = require('node:net').createServer();
  server.listen({ port: 0, host: '127.0.0.1', backlog: ${BACKLOG} }, () => {
    require('node:fs').writeSync(1, String(server.address().port));
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  });`;

/**
 * A receiver that hangs before it accepts a connection.
 * @param isFull true if its system makes no more connections for it, because others wait already
 */
export async function startStoppedReceiver(
  isFull: boolean,
): Promise<Pick<RawReceiver, 'url' | 'open' | 'stop'>> {
  const child = spawn(process.execPath, ['-e', LISTEN_AND_STOP], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [printed]: [Buffer] = (await once(child.stdout, 'data')) as [Buffer];
  const port = Number(printed.toString());
  const others: Socket[] = [];
  // Linux lets one more wait than it was told.
  const waiting = isFull ? BACKLOG + 1 : 0;
  for (let count = 0; count < waiting; count++) {
    const other = connect(port, '127.0.0.1');
    other.on('error', () => undefined);
    await once(other, 'connect');
    others.push(other);
  }
  return {
    url: `https://127.0.0.1:${port}`,
    open: new Set(),
    stop: async () => {
      for (const other of others) other.destroy();
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
  };
}
