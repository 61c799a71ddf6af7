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
