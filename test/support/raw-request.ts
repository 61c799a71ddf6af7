import { connect } from 'node:net';

/**
 * Sends bytes that no HTTP client would send, and resolves with everything received until the other side closes. `then`
 * says what follows the last byte: wait for the answer, close our own direction, or destroy the connection.
 */
export function rawRequest(
  url: string,
  bytes: string | Buffer,
  then: 'wait' | 'half-close' | 'hang-up' = 'wait',
): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(Number(port), hostname, () => {
      socket.write(bytes, () => {
        if (then === 'half-close') socket.end();
        if (then === 'hang-up') socket.destroy();
      });
    });
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('latin1')));
    socket.on('error', reject);
  });
}

/** A complete answer, and the bytes that follow it on the connection. */
export function readAnswer(text: string) {
  const [head = ''] = text.split('\r\n\r\n', 1);
  const [line = '', ...fields] = head.split('\r\n');
  const headers = new Map(
    fields.map((field) => [field.split(': ', 1).join().toLowerCase(), field.replace(/^.*?: /, '')]),
  );
  const start = head.length + 4;
  const end = start + Number(headers.get('content-length'));
  const status = Number(/^HTTP\/1.1 (\d+) /.exec(line)?.[1]);
  return { status, headers, body: JSON.parse(text.slice(start, end)), rest: text.slice(end) };
}
