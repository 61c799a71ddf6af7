import { createHmac, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { Client } from 'pg';
import { Pool } from 'undici';

/**
 * A program that does the least to accept an event over HTTP and post it signed. It uses node:http and `JSON.parse`,
 * inserts waiting events with a row for each attempt, one insert at a time, and makes one POST for each. It has no
 * checks, matching, limits, retries or logs, and does not store how an attempt ended.
 */
interface ReportedEvent {
  readonly type: string;
  readonly typeId: string;
  readonly companyId: number;
  readonly data: unknown;
}

interface Waiting {
  readonly id: string;
  readonly event: ReportedEvent;
  readonly response: ServerResponse;
}

const environment = process.env;
const FAN_OUT = new Map(Object.entries(JSON.parse(environment['FAN_OUT'] ?? '{}') as Record<string, number>));
const KEY = Buffer.alloc(32, 7);
const INSERT = {
  name: 'insert',
  text: `WITH e AS (INSERT INTO event SELECT * FROM unnest($1::uuid[], $2::int[], $3::text[]))
    INSERT INTO attempt SELECT * FROM unnest($4::uuid[], $5::int[])`,
};

const database = new Client({ connectionString: environment['DATABASE_URL'] ?? '' });
await database.connect();
await database.query(`
  CREATE TABLE IF NOT EXISTS event (id uuid PRIMARY KEY, company_id int NOT NULL, data text NOT NULL);
  CREATE TABLE IF NOT EXISTS attempt (event_id uuid, subscription_id int, PRIMARY KEY (event_id, subscription_id))`);
const receiver = new Pool(`https://127.0.0.1:${environment['RECEIVER_PORT']}`, {
  connections: 512,
  connect: { ca: readFileSync(environment['WEBHOOK_CA_FILE'] ?? '', 'utf8') },
});

let waiting: Waiting[] = [];
let isWriting = false;

async function writeWhatWaits(): Promise<void> {
  isWriting = true;
  while (waiting.length > 0) {
    const group = waiting;
    waiting = [];
    const attempts = group.flatMap(({ id, event }) => numbersOf(event).map((number) => ({ id, number })));
    await database.query({
      ...INSERT,
      values: [
        group.map(({ id }) => id),
        group.map(({ event }) => event.companyId),
        group.map(({ event }) => JSON.stringify(event.data)),
        attempts.map(({ id }) => id),
        attempts.map(({ number }) => number),
      ],
    });
    for (const { id, event, response } of group) {
      response.writeHead(202, { 'content-type': 'application/json' }).end(`{"id":"${id}"}`);
      for (const number of numbersOf(event)) void post(id, event, number);
    }
  }
  isWriting = false;
}

function numbersOf({ type }: ReportedEvent): number[] {
  return Array.from({ length: FAN_OUT.get(type) ?? 0 }, (_, index) => index);
}

async function post(id: string, { type, typeId, companyId, data }: ReportedEvent, number: number) {
  const body = JSON.stringify({ type, typeId, sourceId: number, companyId, data });
  const timestamp = Math.floor(Date.now() / 1_000);
  const signature = createHmac('sha256', KEY).update(`${id}.${timestamp}.${body}`).digest('base64');
  const answer = await receiver.request({
    method: 'POST',
    path: `/timed/${companyId}`,
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': `v1,${signature}`,
    },
    body,
  });
  await answer.body.dump();
}

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    if (request.method === 'GET') {
      response.end();
      return;
    }
    const event = JSON.parse(Buffer.concat(chunks).toString()) as ReportedEvent;
    waiting.push({ id: randomUUID(), event, response });
    if (!isWriting) void writeWhatWaits();
  });
});
server.listen(Number(environment['PORT']), '127.0.0.1');
process.on('SIGTERM', () => process.exit());
