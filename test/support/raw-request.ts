import { connect } from 'node:net';

/**
 * Sends bytes that no HTTP client would, and resolves with whatever comes back until the other side closes. With
 * `hangUp` the connection is torn down right after sending.
 */
export function rawRequest(url: string, bytes: string | Buffer, { hangUp = false } = {}): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(Number(port), hostname, () => {
      if (hangUp) socket.write(bytes, () => socket.destroy());
      else socket.end(bytes);
    });
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('latin1')));
    socket.on('error', reject);
  });
}
