import { createServer as createPlainServer, type Socket } from 'node:net';
import { createServer as createSecureServer } from 'node:tls';
import type { AddressInfo } from 'node:net';
import { noted, type Order, type Report } from './receiver-messages.js';

/**
 * A receiver with minimal costs, in a process of its own. It reads requests off the socket by their `content-length`
 * and answers 204. Under `/hang` it never answers. Under `/timed` it records when each event arrived, and under
 * `/noted` with which `webhook-id`.
 */
const ANSWER = 'HTTP/1.1 204 No Content\r\nkeep-alive: timeout=120\r\n\r\n';
const END_OF_HEAD = Buffer.from('\r\n\r\n');

let requests = 0;
let arrivals: [number, number][] = [];
let deliveries: [number, string][] = [];

function serve(socket: Socket): void {
  let unread: Buffer = Buffer.alloc(0);
  socket.setNoDelay(true);
  socket.on('error', () => undefined);
  socket.on('data', (chunk: Buffer) => {
    unread = unread.length === 0 ? chunk : Buffer.concat([unread, chunk]);
    for (;;) {
      const headEnd = unread.indexOf(END_OF_HEAD);
      if (headEnd < 0) return;
      const head = unread.toString('latin1', 0, headEnd);
      const end = headEnd + 4 + Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
      if (unread.length < end) return;
      receive(socket, head, unread.subarray(headEnd + 4, end));
      unread = unread.subarray(end);
    }
  });
}

function receive(socket: Socket, head: string, body: Buffer): void {
  requests += 1;
  if (head.startsWith('POST /hang')) return;
  if (head.startsWith('POST /timed')) arrivals.push([noted(body), Number(process.hrtime.bigint()) / 1e6]);
  if (head.startsWith('POST /noted')) {
    deliveries.push([noted(body), /\r\nwebhook-id: (\S+)/i.exec(head)?.[1] ?? '']);
  }
  socket.write(ANSWER);
}

function report(message: Report): void {
  process.send?.(message);
}

process.on('message', (order: Order) => {
  if (order.kind === 'listen') {
    const { credentials } = order;
    const server = credentials === null ? createPlainServer(serve) : createSecureServer(credentials, serve);
    server.listen(0, '127.0.0.1', () => report({ port: (server.address() as AddressInfo).port }));
  } else {
    report(order.forget ? { requests, arrivals, deliveries } : { requests });
    if (order.forget) [requests, arrivals, deliveries] = [0, [], []];
  }
});
process.on('disconnect', () => process.exit());
