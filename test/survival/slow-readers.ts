import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { TestApp } from '../support/app.js';
import { serviceProcess } from '../support/service-process.js';
import { databaseReader, testDatabase } from '../support/test-database.js';

const MIB = 1024 * 1024;
const TEMPLATES = 300;
const READERS = 16;
const REQUESTS_EACH = 2;

/**
 * Runs callers that request the longest lists and read nothing, while another partner works. Resolves with the highest
 * memory of the service and the answers to the other partner.
 */
export async function ignoreAnswers(): Promise<{ peakMiB: number; statuses: ReadonlySet<number> }> {
  const database = await testDatabase();
  const pool = databaseReader(database.url);
  const sockets: Socket[] = [];
  const service = await serviceProcess({
    DATABASE_URL: database.url,
    SECRET_KEYS: `test:${randomBytes(32).toString('base64')}`,
  });
  try {
    await service.start();
    const app = new TestApp(service.url, pool, async () => undefined);
    const [hostile, other] = [await app.partner(), await app.partner()];
    await pool.query(
      `INSERT INTO email_template (partner_id, id, name, type, parser, data, version, created_at, updated_at)
       SELECT $1, nextval(pg_get_serial_sequence('email_template', 'id')), 'n', 'html', NULL, repeat('å', 131072), 1, now(), now()
       FROM generate_series(1, $2)`,
      [hostile.id, TEMPLATES],
    );
    const request = `GET /partner/emailTemplate?limit=500 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${hostile.key}\r\n\r\n`;
    for (let index = 0; index < READERS; index += 1) {
      const socket = connect(service.port, '127.0.0.1');
      sockets.push(socket.pause());
      await once(socket, 'connect');
      socket.write(request.repeat(REQUESTS_EACH));
    }
    let peak = 0;
    const statuses = new Set<number>();
    for (let round = 0; round < 20; round += 1) {
      statuses.add((await app.request('GET', '/partner/webhookSubscription', { key: other.key })).status);
      const { text } = await app.request('GET', '/metrics');
      peak = Math.max(peak, Number(/^process_resident_memory_bytes (\S+)$/m.exec(text)?.[1]));
    }
    return { peakMiB: peak / MIB, statuses };
  } finally {
    sockets.forEach((socket) => socket.destroy());
    await service.end('SIGKILL');
    await pool.end();
    await database.drop();
  }
}
