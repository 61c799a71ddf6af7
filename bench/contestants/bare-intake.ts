import { createServer, type ServerResponse } from 'node:http';
import { eventsOf } from '../../src/event/domain/event-check.js';
import { World } from '../harness/world.js';
import { secureTransport } from '../senders/secure-transport.js';
import { DurableEngine } from './durable-engine.js';

/** A program with the engine behind node:http alone, without routes, guards, limits or a log. */
const environment = process.env;
const receiverPort = Number(environment['RECEIVER_PORT']);
const transport = secureTransport(receiverPort, environment['WEBHOOK_CA_FILE'] ?? '');
const world = new World(50, (id) => `https://127.0.0.1:${receiverPort}/${id}`);
const { engine } = await DurableEngine.start('bare', environment['DATABASE_URL'] ?? '', world, transport);

async function accept(text: string, response: ServerResponse): Promise<void> {
  const accepted = await engine.intake.accept(eventsOf(JSON.parse(text), new Date()));
  response.writeHead(202, { 'content-type': 'application/json' }).end(JSON.stringify({ accepted }));
}

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    if (request.method === 'GET') response.end();
    else void accept(Buffer.concat(chunks).toString(), response);
  });
});
server.listen(Number(environment['PORT']), '127.0.0.1');
process.on('SIGTERM', () => process.exit());
