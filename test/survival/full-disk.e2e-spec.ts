import { randomBytes } from 'node:crypto';
import { eventOf, eventually, subscribe } from '../delivery/deliveries.js';
import { emailTo } from '../email/emails.js';
import { type Json, TestApp, type TestPartner } from '../support/app.js';
import { runCommand } from '../support/command.js';
import { type Receiver, startReceiver } from '../support/receiver.js';
import { type ServiceProcess, serviceProcess } from '../support/service-process.js';
import { SmallDisk } from '../support/small-disk.js';
import { SmtpReceiver } from '../support/smtp.js';
import { databaseReader, type TestDatabase, testDatabaseIn } from '../support/test-database.js';

const DISK_MEGABYTES = 96;
const EVENTS = 200;
const EMAILS = 20;
/** Large enough not to fit into any existing page. */
const MAX_REPORTED = 2_000;
const PATIENCE_MS = 180_000;

describe('A full disk of the database', () => {
  let disk: SmallDisk | null;
  let database: TestDatabase;
  let receiver: Receiver;
  let relay: SmtpReceiver;
  let service: ServiceProcess;
  let app: TestApp;
  let partner: TestPartner;
  let environment: Record<string, string>;

  beforeAll(async () => {
    disk = await SmallDisk.mount(DISK_MEGABYTES);
    if (disk === null) return;
    database = await testDatabaseIn(disk.tablespace);
    // Accepted events are still being delivered when the disk is full.
    receiver = await startReceiver({ answer: () => ({ status: 200, delayMs: 500 }) });
    relay = await SmtpReceiver.start({ answer: () => ({ to: 'message', status: 250, delayMs: 500 }) });
    environment = {
      DATABASE_URL: database.url,
      SECRET_KEYS: `test:${randomBytes(32).toString('base64')}`,
      ...receiver.environment,
      ...(await relay.environment()),
    };
    service = await serviceProcess(environment);
    await service.start();
    app = new TestApp(service.url, databaseReader(database.url), async () => undefined);
    partner = await app.partner();
    await subscribe(app, partner, receiver);
  }, PATIENCE_MS);

  afterAll(async () => {
    if (disk === null) return;
    await service.end('SIGKILL');
    await app.database.end();
    await receiver.stop();
    await relay.stop();
    await database.drop();
    await disk.unmount();
  }, PATIENCE_MS);

  const filler = () => randomBytes(15_000).toString('base64');
  const eventNamed = (typeId: string, members: object = {}): Json =>
    eventOf(partner, { id: typeId, typeId, data: { id: typeId, filler: filler() }, ...members });
  const ready = () => app.request('GET', '/health/ready');
  const doctor = async (): Promise<Json> => {
    const { out } = await runCommand(['doctor', '--json'], environment);
    const findings: Json[] = JSON.parse(out);
    return findings.find(({ point }) => point === 'writing')?.verdict;
  };

  it(
    'leads to 503 and a failing readiness, and loses no accepted event',
    async () => {
      if (disk === null) {
        process.stdout.write(
          'Skipped: no small disk can be mounted here (root, and a server on this machine).\n',
        );
        return;
      }
      const accepted: string[] = [];
      const first = Array.from({ length: EVENTS }, (_, number) => eventNamed(`first-${number}`));
      const mailed = Array.from({ length: EMAILS }, (_, number) =>
        eventNamed(`mailed-${number}`, { emails: [emailTo(`r${number}@client.example`)] }),
      );
      const { status } = await app.internal('POST', '/internal/event', [...first, ...mailed]);
      expect(status).toBe(202);
      accepted.push(...[...first, ...mailed].map(({ typeId }: Json) => typeId));
      await disk.fill();

      let refused: Json = null;
      for (let number = 0; refused === null && number < MAX_REPORTED; number++) {
        const event = eventNamed(`late-${number}`);
        const answer = await app.internal('POST', '/internal/event', event);
        if (answer.status === 202) accepted.push(event.typeId);
        else refused = { event, answer };
      }
      expect(refused.answer.status).toBe(503);
      expect(refused.answer.body.code).toBe('unavailable');
      expect(Number(refused.answer.headers.get('retry-after'))).toBeGreaterThan(0);
      // Without disk space, the server may also be restarting.
      const bad = await eventually(ready, ({ body }) => body.detail === 'Not ready: writing.');
      expect(bad.status).toBe(503);
      expect((await app.request('GET', '/health/live')).status).toBe(200);
      // A server without disk space may be restarting, and the doctor then cannot try a write.
      expect(await eventually(doctor, (verdict) => verdict !== undefined)).toBe('wrong');
      const age = async (): Promise<number> => {
        const { text } = await app.request('GET', '/metrics');
        return Number(/^livery_database_write_age_seconds (\S+)$/m.exec(text)?.[1]);
      };
      const before = await age();
      expect(await eventually(age, (seconds) => seconds > before)).toBeGreaterThan(before);

      await disk.empty();
      expect((await eventually(ready, ({ status: now }) => now === 200)).status).toBe(200);
      expect(await eventually(doctor, (verdict) => verdict === 'ok')).toBe('ok');
      expect((await app.internal('POST', '/internal/event', refused.event)).status).toBe(202);
      accepted.push(refused.event.typeId);
      const states = await eventually(
        async () => {
          const { rows } = await app.database.query<{ open: number; answered: number; emails: number }>(
            `SELECT (SELECT count(*) FROM delivery_attempt) + (SELECT count(*) FROM email_attempt) AS open,
               (SELECT count(DISTINCT event_id) FROM delivery_attempt_log WHERE error IS NULL) AS answered,
               (SELECT count(DISTINCT email_id) FROM email_attempt_log WHERE decision = 'succeeded') AS emails`,
          );
          return rows[0];
        },
        (state) => state?.open === 0 && state.answered === accepted.length && state.emails === EMAILS,
      );
      expect(states).toEqual({ open: 0, answered: accepted.length, emails: EMAILS });
      expect(new Set(receiver.requests.map(({ json }) => json.typeId))).toEqual(new Set(accepted));
      expect(new Set(relay.mails.map(({ to }) => to)).size).toBe(EMAILS);
    },
    PATIENCE_MS,
  );
});
