import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { eventOf, report } from '../delivery/deliveries.js';
import { emailTo } from '../email/emails.js';
import { TestApp, type TestPartner } from '../support/app.js';
import { type ServiceProcess, serviceProcess } from '../support/service-process.js';
import { SmtpReceiver } from '../support/smtp.js';
import { databaseReader, testDatabase } from '../support/test-database.js';

const NESTED = '{{#each @root.document.a}}';

/** Runs for hours over a document with a list of 200. */
export const ENDLESS = NESTED.repeat(5) + '{{/each}}'.repeat(5);
export const LONG_LIST = { a: Array.from({ length: 200 }, () => ({})) };

/** Takes about 100 ms of CPU time over that document. */
export const HEAVY = `<p>Heavy</p>${NESTED.repeat(2)}{{@index}}{{@first}}${'{{/each}}'.repeat(2)}`;

/** A service process that sends emails to a mail server of the test. */
export class RenderScene {
  private constructor(
    readonly relay: SmtpReceiver,
    readonly database: Pool,
    private readonly databaseUrl: string,
    private readonly settings: Readonly<Record<string, string>>,
    private readonly drop: () => Promise<void>,
    public service: ServiceProcess,
  ) {}

  static async open(settings: Readonly<Record<string, string>>): Promise<RenderScene> {
    const database = await testDatabase();
    const relay = await SmtpReceiver.start();
    const whole = {
      DATABASE_URL: database.url,
      SECRET_KEYS: `test:${randomBytes(32).toString('base64')}`,
      ...(await relay.environment()),
      ...settings,
    };
    const service = await serviceProcess(whole);
    await service.start();
    return new RenderScene(
      relay,
      databaseReader(database.url),
      database.url,
      whole,
      () => database.drop(),
      service,
    );
  }

  get app(): TestApp {
    return new TestApp(this.service.url, this.database, async () => undefined);
  }

  /** Starts another process in place of the one that has ended. */
  async restart(settings: Readonly<Record<string, string>>): Promise<void> {
    this.service = await serviceProcess({ ...this.settings, ...settings, DATABASE_URL: this.databaseUrl });
    await this.service.start();
  }

  /** Creates a partner whose emails use this template. */
  async partnerWith(data: string): Promise<TestPartner> {
    const partner = await this.app.partner();
    const body = { type: 'html', parser: 'hbs', data };
    const { body: template } = await this.app.request('POST', '/partner/emailTemplate', {
      key: partner.key,
      body,
    });
    const assigned = await this.app.request('PUT', '/partner/emailTemplateAssignment/document', {
      key: partner.key,
      body: { templateId: template.id },
    });
    if (assigned.status !== 200) throw new Error(`Not assigned: ${assigned.text}`);
    return partner;
  }

  /** Sends emails whose document has a list of 200. */
  async ask(partner: TestPartner, recipients: readonly string[]): Promise<void> {
    await report(
      this.app,
      eventOf(partner, { data: LONG_LIST, emails: recipients.map((to) => emailTo(to)) }),
    );
  }

  /** The rows of emails that are still to be sent. */
  async waiting(): Promise<readonly { readonly isLeased: boolean; readonly dueInMs: number }[]> {
    const { rows } = await this.database.query<{ isLeased: boolean; dueInMs: number }>(
      `SELECT lease IS NOT NULL AS "isLeased", extract(epoch FROM due_at - now())::float8 * 1000 AS "dueInMs"
       FROM email_attempt`,
    );
    return rows;
  }

  async close(): Promise<void> {
    await this.service.end('SIGKILL');
    await this.relay.stop();
    await this.database.end();
    await this.drop();
  }
}
