import { randomBytes } from 'node:crypto';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { Pool } from 'pg';
import { DataSource } from 'typeorm';
import { LiveryEvents } from '../../src/livery.module.js';
import { openLog } from '../../src/shared/logging/log.js';
import { NestLog } from '../../src/shared/logging/nest-log.js';
import { eventually, subscribe } from '../delivery/deliveries.js';
import { INTERNAL_TOKEN, TestApp, type TestPartner } from '../support/app.js';
import { Receiver, startReceiver } from '../support/receiver.js';
import { noteSecretsOfSettings, seenLog } from '../support/seen-log.js';
import { freePort } from '../support/service-process.js';
import { emptyDatabase, databaseReader, type TestDatabase } from '../support/test-database.js';
import { orderApplication, OrderService } from './orders.js';

/** The service writes to its own log, and through Nest's logger to that of the application. */
const output = { write: (line: string) => seenLog.push(line) };

describe('Another application with Livery in it', () => {
  let database: TestDatabase;
  let host: INestApplicationContext;
  let receiver: Receiver;
  let livery: TestApp;
  let pool: Pool;
  let partner: TestPartner;
  let orders: OrderService;

  beforeAll(async () => {
    database = await emptyDatabase();
    receiver = await startReceiver();
    const port = await freePort();
    const settings = {
      ...receiver.environment,
      DATABASE_URL: database.url,
      SECRET_KEYS: `test:${randomBytes(32).toString('base64')}`,
      INTERNAL_TOKEN,
      HOST: '127.0.0.1',
      PORT: String(port),
      LOG_LEVEL: 'trace',
    };
    noteSecretsOfSettings(settings);
    const application = orderApplication({ settings, log: output });
    host = await NestFactory.createApplicationContext(application, {
      logger: new NestLog(openLog('trace', output).lines),
      abortOnError: false,
    });
    orders = host.get(OrderService);
    pool = databaseReader(database.url);
    livery = new TestApp(`http://127.0.0.1:${port}`, pool, async () => {
      await pool.end();
      await host.close();
      await database.drop();
    });
    partner = await livery.partner();
    await subscribe(livery, partner, receiver, { type: 'document.created', includePaths: ['*'] });
  });

  afterAll(async () => {
    await livery.stop();
    await receiver.stop();
  });

  it('sends the webhook of a committed event', async () => {
    const order = await orders.place(partner.companyId);
    const { json } = await receiver.next();
    expect(json).toMatchObject({
      type: 'document.created',
      typeId: order.id,
      companyId: partner.companyId,
      data: { id: order.id, status: 'draft' },
    });
    await eventually(waiting, (rows) => rows.length === 0);
  });

  it('sends nothing after a rollback', async () => {
    const before = (await orders.orders()).length;
    const rolledBack = orders.place(partner.companyId, () => {
      throw new Error('On second thoughts, no.');
    });
    await expect(rolledBack).rejects.toThrow('On second thoughts');
    expect(await orders.orders()).toHaveLength(before);
    // The next event is of the next order, so nothing came before it.
    const order = await orders.place(partner.companyId);
    expect((await receiver.next()).json.typeId).toBe(order.id);
    const { body } = await livery.request('GET', '/partner/delivery', { key: partner.key });
    expect(body).toHaveLength(2);
  });

  it('sends an event once that it publishes twice with the same id', async () => {
    const events = host.get(LiveryEvents);
    const { manager } = host.get(DataSource);
    const event = {
      id: 'order-1',
      type: 'document.created',
      typeId: 'order-1',
      companyId: partner.companyId,
      data: {},
    };
    expect(await events.publish(event, manager)).toBe('order-1');
    expect(await events.publish(event, manager)).toBe('order-1');
    await eventually(waiting, (rows) => rows.length === 0);
    expect((await receiver.next()).json.typeId).toBe('order-1');
    const { body } = await livery.request('GET', '/partner/delivery?typeId=order-1', { key: partner.key });
    expect(body).toHaveLength(1);
  });

  it('gets all problems of an event, and stores nothing', async () => {
    const events = host.get(LiveryEvents);
    const { manager } = host.get(DataSource);
    const event = { type: 'document.created', typeId: 'x', companyId: partner.companyId, data: { a: '\0' } };
    await expect(events.publish(event, manager)).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(events.publish({ ...event, data: {}, type: 'order.placed' }, manager)).rejects.toMatchObject(
      {
        problems: [{ pointer: '/type', code: 'not_allowed' }],
      },
    );
    expect(await waiting()).toEqual([]);
  });

  it('loses no event committed while no worker runs, and skips refused events', async () => {
    await pool.query(
      `INSERT INTO livery.outbox (event) VALUES ('{"type": "order.placed", "typeId": "odd"}')`,
    );
    const event = {
      id: 'late',
      type: 'document.created',
      typeId: 'late',
      companyId: partner.companyId,
      data: {},
    };
    await pool.query('INSERT INTO livery.outbox (event) VALUES ($1)', [JSON.stringify(event)]);
    expect((await receiver.next()).json.typeId).toBe('late');
    const [odd] = await eventually(waiting, (rows) => rows.length === 1 && rows[0]?.refused !== null);
    expect(odd?.refused).toContain('/type Must be one of');
    const metrics = await livery.request('GET', '/metrics');
    expect(metrics.text).toMatch(/^livery_published_events_refused_total 1$/m);
    expect(seenLog.join('')).toContain('is refused: /type Must be one of');
    // It stores the document's data until an erasure is requested.
    expect((await livery.internal('DELETE', '/internal/document/odd')).status).toBeLessThan(300);
    expect(await waiting()).toEqual([]);
  });

  it('keeps its own tables, its own logger and its own routes', async () => {
    const { rows } = await pool.query<{ schemaname: string; tablename: string }>(
      `SELECT schemaname, tablename FROM pg_tables WHERE schemaname IN ('public', 'livery')`,
    );
    const tablesOf = (schema: string) => rows.filter(({ schemaname }) => schemaname === schema);
    expect(tablesOf('public').map(({ tablename }) => tablename)).toEqual(['order']);
    expect(tablesOf('livery').map(({ tablename }) => tablename)).toContain('webhook_subscription');
    expect(host.get(DataSource).hasMetadata('WebhookSubscription')).toBe(false);
  });

  async function waiting(): Promise<{ refused: string | null }[]> {
    return (await pool.query<{ refused: string | null }>('SELECT refused FROM livery.outbox')).rows;
  }
});
