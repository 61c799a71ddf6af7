import { createHash } from 'node:crypto';
import { ErasureService } from '../../src/operations/erasure/erasure.service.js';
import { startApp, type TestApp, type TestPartner } from '../support/app.js';
import { runCommand } from '../support/command.js';
import { type Receiver, startReceiver } from '../support/receiver.js';
import { emailTo } from '../email/emails.js';
import { eventOf, eventually, logOf, report, subscribe } from './deliveries.js';

describe('The erasure of a document', () => {
  let app: TestApp;
  let receiver: Receiver;

  beforeAll(async () => {
    receiver = await startReceiver();
    app = await startApp({
      ...receiver.environment,
      WEBHOOK_EGRESS_ALLOW: '127.0.0.1/32',
      WEBHOOK_RETRY_SCHEDULE: '1h',
    });
  });
  afterAll(async () => {
    await app.stop();
    await receiver.stop();
  });
  beforeEach(() => (receiver.answer = () => 204));

  const erase = (typeId: string, query = '') =>
    app.internal('DELETE', `/internal/document/${encodeURIComponent(typeId)}${query}`);
  const listening = async (companies?: number[], to = receiver): Promise<TestPartner> => {
    const partner = await app.partner(companies === undefined ? {} : { companies });
    await subscribe(app, partner, to, { includePaths: ['*'] });
    return partner;
  };
  const send = (partner: TestPartner, typeId: string, members = {}) =>
    report(
      app,
      eventOf(partner, { typeId, data: { id: typeId, data: { name: `Name of ${typeId}` } }, ...members }),
    );
  const typeIds = async (partner: TestPartner) =>
    (await app.request('GET', '/partner/delivery', { key: partner.key })).body.map(
      ({ typeId }: { typeId: string }) => typeId,
    );
  const attempted = (partner: TestPartner, count: number) =>
    logOf(
      app,
      partner,
      '',
      (log) => log.length === count && log.every(({ attemptCount }) => attemptCount === 1),
    );
  const file = (filename: string) => ({ filename, contentType: 'text/plain', content: 'YQ==' });
  const rowsOf = async ({ id }: TestPartner, table: string): Promise<number> =>
    (await app.database.query(`SELECT FROM ${table} WHERE partner_id = $1`, [id])).rowCount ?? 0;
  /** The tables with a word in any of their columns. */
  const tablesWith = async (word: string): Promise<string[]> => {
    const { rows } = await app.database.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class
       WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition ORDER BY name`,
    );
    const found = await Promise.all(
      rows.map(async ({ name }) => {
        const { rowCount } = await app.database.query(`SELECT FROM ${name} t WHERE t::text LIKE $1 LIMIT 1`, [
          `%${word}%`,
        ]);
        return rowCount === 1 ? [name] : [];
      }),
    );
    return found.flat();
  };

  it('removes it from every table of every partner, and nothing of other documents', async () => {
    receiver.answer = ({ json, body }) => ({ status: json.typeId === 'erased-2' ? 500 : 200, body });
    const [one, other] = [await listening([501]), await listening([501])];
    const emails = [emailTo('erased-2@client.example', { attachments: [file('erased-2.pdf')] })];
    await send(one, 'erased-2');
    await send(one, 'erased-2', { emails });
    await send(one, 'erased-2', { companyId: 599, emails });
    await send(one, 'kept-2');
    const refused = JSON.stringify({ type: 'order.placed', typeId: 'erased-2' });
    await app.database.query('INSERT INTO outbox (event, refused) VALUES ($1, $2)', [refused, 'type: …']);
    await attempted(one, 3);
    const [first] = await attempted(other, 3);
    expect(await tablesWith('erased-2')).toEqual(
      expect.arrayContaining(['delivery_attempt_log', 'email', 'event', 'outbox']),
    );

    const answer = await erase('erased-2');
    expect(answer).toMatchObject({ status: 200, body: { events: 5, deliveries: 4, emails: 2 } });
    expect(await tablesWith('erased-2')).toEqual([]);
    expect([await typeIds(one), await typeIds(other)]).toEqual([['kept-2'], ['kept-2']]);
    expect(first.typeId).toBe('kept-2');
    expect((await erase('erased-2')).body).toEqual({ events: 0, deliveries: 0, emails: 0 });
  });

  it('is recorded without naming the document', async () => {
    const partner = await listening();
    await send(partner, 'recorded');
    await attempted(partner, 1);
    const { headers } = await erase('recorded', `?companyId=${partner.companyId}`);
    const { rows } = await app.database.query(
      `SELECT company_id, asked_by, events, deliveries FROM erasure WHERE type_id_hash = $1`,
      [createHash('sha256').update('recorded').digest()],
    );
    const askedBy = `request ${headers.get('x-request-id')}`;
    expect(rows).toEqual([{ company_id: partner.companyId, asked_by: askedBy, events: 1, deliveries: 1 }]);
  });

  it('can be limited to one company’s events', async () => {
    const partner = await listening([511, 512]);
    await send(partner, 'shared', { companyId: 511 });
    await send(partner, 'shared', { companyId: 512 });
    await attempted(partner, 2);
    expect((await erase('shared', '?companyId=511')).body).toEqual({ events: 1, deliveries: 1, emails: 0 });
    const { body } = await app.request('GET', '/partner/delivery', { key: partner.key });
    expect(body).toMatchObject([{ typeId: 'shared', companyId: 512 }]);
  });

  it('ends deliveries that wait for a retry', async () => {
    const partner = await listening();
    receiver.answer = () => 500;
    await send(partner, 'retried');
    const [retried] = await attempted(partner, 1);
    await erase('retried');
    const again = await app.request('POST', `/partner/delivery/${retried.id}/retry`, { key: partner.key });
    expect(again.status).toBe(404);
    expect(await rowsOf(partner, 'delivery_attempt')).toBe(0);
  });

  it('ends attempts in memory, and removes the outcomes of those in progress', async () => {
    const own = await startReceiver({ answer: () => ({ hang: true }) });
    const partner = await listening([521], own);
    for (let n = 0; n < 13; n++) await send(partner, 'waiting');
    await own.arrived(10);
    await erase('waiting');
    // Three had no turn yet: they are removed.
    await eventually(
      () => rowsOf(partner, 'delivery_end'),
      (count) => count === 3,
    );
    await send(partner, 'later');
    own.answer = () => 204;
    own.dropConnections();
    await logOf(app, partner, '', (log) => log.length === 1 && log[0].status === 'succeeded');
    expect(own.requests.map(({ json }) => json.typeId)).toEqual([
      ...Array.from({ length: 10 }, () => 'waiting'),
      'later',
    ]);

    await eventually(
      () => rowsOf(partner, 'delivery_attempt_log'),
      (count) => count === 11,
    );
    await app.database.query(`UPDATE erased_delivery SET erased_at = erased_at - interval '1 hour'`);
    await app.service!.get(ErasureService).removeLateOutcomes();
    const tables = ['delivery_attempt_log', 'delivery_end', 'delivery_attempt', 'erased_delivery'];
    const left = await Promise.all(tables.map((table) => rowsOf(partner, table)));
    expect(left).toEqual([1, 0, 0, 0]);
    await own.stop();
  });

  it('refuses invalid document ids, and callers other than operators', async () => {
    const answers = [
      await erase('\0'),
      await erase('x'.repeat(256)),
      await erase('doc', '?companyId=x'),
      await app.request('DELETE', '/internal/document/doc'),
    ];
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 401]);
  });

  it('can be requested on the command line', async () => {
    const partner = await listening();
    await send(partner, 'by-hand');
    await attempted(partner, 1);
    const words = ['document', 'erase', '--type-id', 'by-hand', '--company', String(partner.companyId)];
    const { code, out } = await runCommand(words, {
      DATABASE_URL: app.database.options.connectionString ?? '',
      SECRET_KEYS: `k:${Buffer.alloc(32).toString('base64')}`,
    });
    expect({ code, out }).toEqual({ code: 0, out: 'Erased events: 1, deliveries: 1, emails: 0.\n' });
    expect(await typeIds(partner)).toEqual([]);
  });
});
