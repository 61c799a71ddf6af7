import { jest } from '@jest/globals';
import { Database } from '../../src/database/database.js';
import { LaneRepository } from '../../src/delivery/journal/lane.repository.js';
import { startApp, type TestApp } from '../support/app.js';
import { type Receiver, startReceiver } from '../support/receiver.js';
import { eventOf, eventually, subscribe } from './deliveries.js';

describe('An event that arrives when the sessions of the intake can no longer see any partner', () => {
  let receiver: Receiver;
  let app: TestApp;

  beforeAll(async () => {
    receiver = await startReceiver();
  });

  afterAll(async () => {
    await app.stop();
    await receiver.stop();
  });

  afterEach(() => jest.restoreAllMocks());

  /** From now on, heartbeats notice neither lost lanes nor abandoned ones. */
  const holdHeartbeats = () =>
    jest
      .spyOn(LaneRepository.prototype, 'heartbeat')
      .mockResolvedValue({ lost: new Set(), areOthersAbandoned: false });

  it('is refused, not accepted without deliveries, and accepted when it is reported again', async () => {
    const opening = jest.spyOn(Database.prototype, 'openSession');
    app = await startApp(receiver.environment);
    const sessions = opening.mock.results.map(({ value }) => value as ReturnType<Database['openSession']>);
    opening.mockRestore();
    const partner = await app.partner();
    await subscribe(app, partner, receiver);
    const heartbeats = holdHeartbeats();
    // Like a pooler that gives each transaction another session.
    for (const session of sessions) await (await session).query('RESET livery.partner');
    const event = eventOf(partner);
    const reportIt = () => app.internal('POST', '/internal/event', event);
    expect((await reportIt()).status).toBe(503);
    heartbeats.mockRestore();
    const { body } = await eventually(reportIt, ({ status }) => status === 202);
    expect(body.accepted).toEqual([{ id: event.id, duplicate: false, deliveries: 1, emails: 0 }]);
    await receiver.arrived(1);
  });

  it('leaves an abandoned lane to a process that sees its pending deliveries', async () => {
    holdHeartbeats();
    const { openSession } = Database.prototype;
    jest.spyOn(Database.prototype, 'openSession').mockImplementation(async function (this: Database) {
      const session = await openSession.call(this);
      await session.query('RESET livery.partner');
      return session;
    });
    await app.database.query(
      `INSERT INTO lane (id, epoch, watermark, backend_pid, seen_at)
       VALUES (99, 1, '00000000-0000-0000-0000-000000000000', pg_backend_pid(), now())`,
    );
    await expect(app.service!.get(LaneRepository).takeOverAbandoned()).rejects.toThrow('sees every partner');
    const { rows } = await app.database.query(
      'SELECT epoch, backend_pid IS NULL AS free FROM lane WHERE id = 99',
    );
    expect(rows).toEqual([{ epoch: 1, free: false }]);
  });
});
