import { createServer } from 'node:http';
import { eventsOf } from '../../src/event/domain/event-check.js';
import { World } from '../harness/world.js';
import { secureTransport } from '../senders/secure-transport.js';
import { DurableEngine } from './durable-engine.js';

/** A program: the engine behind nothing but node:http, without routes, guards, limits or a log. */
const environment = process.env;
const receiverPort = Number(environment['RECEIVER_PORT']);
const transport = secureTransport(receiverPort, environment['WEBHOOK_CA_FILE'] ?? '');
const world = new World(50, (id) => `https://127.0.0.1:${receiverPort}/${id}`);
const { engine } = await DurableEngine.start('bare', environment['DATABASE_URL'] ?? '', world, transport);

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    if (request.method === 'GET') return response.end();
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString());
    void engine.intake.accept(eventsOf(body, new Date())).then((accepted) => {
      response.writeHead(202, { 'content-type': 'application/json' }).end(JSON.stringify({ accepted }));
    });
  });
});
server.listen(Number(environment['PORT']), '127.0.0.1');
process.on('SIGTERM', () => process.exit());
