import type { TLSSocket } from 'node:tls';
import { type Behaviour, type RawReceiver, startTlsReceiver } from './raw-receiver.js';
import { startSender, type TestSender } from './test-sender.js';

const OK = 'HTTP/1.1 200 OK\r\n';
const MIB = 1_048_576;
/** The buffers of two sockets hold data beyond the little that is read. */
const MAX_IN_BUFFERS = 16 * MIB;

/** Writes without end, as fast as it is read. Returns the number of bytes. */
function flood(socket: TLSSocket, chunk: Buffer): { bytes: number } {
  const written = { bytes: 0 };
  const more = (): void => {
    let isRead = true;
    while (isRead && !socket.destroyed) {
      isRead = socket.write(chunk);
      written.bytes += chunk.length;
    }
  };
  socket.on('drain', more);
  more();
  return written;
}

describe('An endless answer', () => {
  let sender: TestSender;
  const receivers: RawReceiver[] = [];
  const receiver = async (behaviour: Behaviour): Promise<RawReceiver> => {
    const started = await startTlsReceiver(behaviour);
    receivers.push(started);
    return started;
  };

  beforeAll(async () => {
    sender = await startSender();
  });

  afterEach(async () => {
    await Promise.all(receivers.splice(0).map((started) => started.stop()));
  });

  afterAll(async () => sender.close());

  it.each([
    ['has headers without end', `${OK}x: ${'y'.repeat(10_000)}`],
    ['is interim without end', 'HTTP/1.1 102 Processing\r\n\r\n'.repeat(100)],
    ['goes on saying 100 Continue', 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(100)],
    ['is garbage without end', '\0'.repeat(10_000)],
  ])('that %s fails with a protocol error, and is not read further', async (_what, text) => {
    let written = { bytes: 0 };
    const { url } = await receiver((socket) => {
      written = flood(socket, Buffer.from(text));
    });
    expect(await sender.send(url)).toMatchObject({ kind: 'failed', error: 'protocol' });
    expect(written.bytes).toBeLessThan(MAX_IN_BUFFERS);
  });

  it('is read up to a limit, and its beginning is stored', async () => {
    let written = { bytes: 0 };
    const { url } = await receiver((socket) => {
      socket.write(`${OK}transfer-encoding: chunked\r\n\r\n`);
      written = flood(socket, Buffer.from(`2000\r\n${'x'.repeat(0x2000)}\r\n`));
    });
    const outcome = await sender.send(url);
    expect(outcome).toMatchObject({
      kind: 'answered',
      status: 200,
      body: 'x'.repeat(4_096),
      truncated: true,
    });
    expect(written.bytes).toBeLessThan(MAX_IN_BUFFERS);
  });
});
