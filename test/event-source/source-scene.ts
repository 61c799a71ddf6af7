import { randomBytes } from 'node:crypto';
import { Client, type Pool } from 'pg';
import { eventually } from '../delivery/deliveries.js';
import { type Json, TestApp, type TestPartner } from '../support/app.js';
import type { TestBroker } from '../support/brokers/test-broker.js';
import { type Receiver, startReceiver } from '../support/receiver.js';
import { SERVE, type ServiceProcess, serviceProcess } from '../support/service-process.js';
import { databaseReader, type TestDatabase, testDatabase } from '../support/test-database.js';

/** A service that takes events from a broker, and the partner of these events. */
export class SourceScene {
  partner: TestPartner;
  private made = 0;

  private constructor(
    readonly broker: TestBroker,
    readonly receiver: Receiver,
    readonly database: TestDatabase,
    readonly pool: Pool,
    readonly service: ServiceProcess,
    /** The same service as two processes on one port, not started yet. */
    readonly pair: ServiceProcess,
    /** The same service over TLS, not started yet. */
    readonly secure: ServiceProcess,
  ) {}

  static async open(broker: TestBroker): Promise<SourceScene> {
    const database = await testDatabase();
    const receiver = await startReceiver();
    const environment = {
      ...receiver.environment,
      DATABASE_URL: database.url,
      SECRET_KEYS: `test:${randomBytes(32).toString('base64')}`,
      LOG_LEVEL: 'debug',
    };
    const plain = { ...environment, ...broker.environment };
    const scene = new SourceScene(
      broker,
      receiver,
      database,
      databaseReader(database.url),
      await serviceProcess(plain),
      await serviceProcess({ ...plain, PROCESSES: '2' }, SERVE),
      await serviceProcess({ ...environment, ...broker.secureEnvironment }),
    );
    // Ends with the service's connections if the database refuses them.
    scene.pool.on('error', () => undefined);
    await scene.service.start();
    scene.partner = await scene.app().partner();
    return scene;
  }

  async close(): Promise<void> {
    for (const service of [this.service, this.pair, this.secure]) await service.end('SIGTERM');
    await this.pool.end();
    await Promise.all([this.receiver.stop(), this.database.drop()]);
  }

  app(service = this.service): TestApp {
    return new TestApp(service.url, this.pool, async () => undefined);
  }

  /** Events of the partner's company about one document each. Every other one has no id. */
  events(count: number): Json[] {
    return Array.from({ length: count }, () => {
      this.made += 1;
      const name = `document-${this.made}`;
      return {
        ...(this.made % 2 === 0 && { id: name }),
        type: 'document.accepted',
        typeId: name,
        companyId: this.partner.companyId,
        data: { id: name },
      };
    });
  }

  /** Resolves when this many events are stored. */
  async stored(count: number): Promise<void> {
    await eventually(
      () => this.rows(),
      (rows) => rows.length >= count,
    );
  }

  /** The documents of stored events, one for each row. */
  async rows(): Promise<string[]> {
    const { rows } = await this.pool.query<{ document: string }>(
      'SELECT type_id AS document FROM event WHERE NOT is_test',
    );
    return rows.map(({ document }) => document);
  }

  /** Checks that each of these events is stored in exactly one row, once there are as many. */
  async expectOnce(events: readonly Json[]): Promise<void> {
    const documents = new Set<string>(events.map(({ typeId }) => typeId));
    const stored = await eventually(
      async () => (await this.rows()).filter((document) => documents.has(document)),
      (rows) => new Set(rows).size >= documents.size,
    );
    expect(stored).toHaveLength(documents.size);
  }

  /** A metric of a service, summed over its labels. */
  async metric(name: string, service = this.service): Promise<number> {
    const text = await (await fetch(`${service.url}/metrics`)).text();
    const lines = text
      .split('\n')
      .filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
    return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
  }

  /** Checks that every message was acknowledged, and that none is left after the service has ended. */
  async expectNothingLeft(service = this.service): Promise<void> {
    expect(await service.end('SIGTERM')).toBe(0);
    expect(await this.broker.left()).toBe(0);
  }

  /** Runs something while the database accepts no connections. */
  async withoutDatabase(run: () => Promise<void>): Promise<void> {
    const name = new URL(this.database.url).pathname.slice(1);
    const admin = new Client({ connectionString: process.env['TEST_ADMIN_URL'] });
    await admin.connect();
    try {
      await admin.query(`ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS false`);
      await admin.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1`, [name]);
      await run();
    } finally {
      await admin.query(`ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS true`);
      await admin.end();
    }
  }
}

/** Messages of this many events each. */
export function inMessages(events: readonly Json[], size: number): string[] {
  const messages: string[] = [];
  for (let from = 0; from < events.length; from += size) {
    messages.push(JSON.stringify(events.slice(from, from + size)));
  }
  return messages;
}
