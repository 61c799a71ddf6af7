import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isLocalTrial } from '../shared/http/local-trial.js';
import { DEFAULT_RETRY_SCHEDULE, Settings } from '../shared/settings.js';
import { DemoFolder } from './demo-folder.js';
import { DEMO_COMPANY, type DemoObjects, introduce, makeObjects } from './demo-objects.js';
import { DemoReceiver } from './demo-receiver.js';
import {
  addressesText,
  arrivalText,
  type AttemptView,
  resultText,
  objectsText,
  type SentEmail,
} from './demo-report.js';
import { DEMO_COMPANY_OBJECT, DEMO_EMAIL, demoDocument } from './demo-template.js';
import { receiverIdentity } from './receiver/receiver-identity.js';
import { DemoUnavailable } from './demo-unavailable.js';
import { CallFailed, ServiceClient } from './service-client.js';

type Environment = Readonly<Record<string, string | undefined>>;

const WAIT_MS = 60_000;
const LOOK_EVERY_MS = 100;

interface LoggedDelivery {
  readonly id: string;
  readonly status: string;
}

/**
 * The demo of a first start: a partner with a template and a subscription, and an event that reaches a receiver in this
 * process after one failure. The demo uses the service through its HTTP API alone.
 */
export class Demo {
  private constructor(
    /** The environment for the service: the given one, and the settings of the demo. */
    readonly environment: Environment,
    private readonly folder: DemoFolder,
    private readonly settings: Settings,
    private readonly receiver: DemoReceiver,
    private readonly receiverUrl: string,
  ) {}

  /**
   * Prepares everything that does not need the service: folder, secrets, receiver.
   * @throws InvalidSettings
   * @throws DemoUnavailable
   */
  static async prepare(environment: Environment): Promise<Demo> {
    const settings = new Settings(environment);
    if (settings.databaseUrl !== null) {
      throw new DemoUnavailable('DATABASE_URL is set: no demo is created in a database that is not its own.');
    }
    const folder = DemoFolder.open(settings.dataDir);
    if (folder === null) {
      throw new DemoUnavailable(`${settings.dataDir} has other data already, so no demo is created there.`);
    }
    const identity = await receiverIdentity(folder.path);
    const receiver = new DemoReceiver(folder.receiverPassword());
    const { url, port, allow } = await receiver.open(identity, folder.state.receiverPort);
    folder.note({ receiverPort: port });
    const trusted =
      settings.webhookCa === null
        ? identity.certificateFile
        : folder.saveCertificates([settings.webhookCa, identity.certificate]);
    const forDemo = {
      ...environment,
      INTERNAL_TOKEN: settings.internalToken ?? folder.internalToken(),
      WEBHOOK_CA_FILE: trusted,
      WEBHOOK_EGRESS_ALLOW: joined(environment['WEBHOOK_EGRESS_ALLOW'], allow),
      // The first retry follows soon enough to watch. The log has only errors, so that it does not hide the demo's
      // output.
      WEBHOOK_RETRY_SCHEDULE: given(environment, 'WEBHOOK_RETRY_SCHEDULE') ?? afterOneSecond(),
      LOG_LEVEL: given(environment, 'LOG_LEVEL') ?? 'warn',
    };
    return new Demo(forDemo, folder, settings, receiver, url);
  }

  /**
   * Runs the demo: the full report at the first start, only the addresses at later ones.
   * @param isCheck sends an event at later starts too.
   * @param ended ends the demo early.
   * @throws CallFailed when the service or the demo in it does not behave as expected
   */
  async play(url: string, isCheck: boolean, ended: AbortSignal): Promise<void> {
    const client = (credential: string) => new ServiceClient(url, credential, ended);
    const operator = client(this.environment['INTERNAL_TOKEN'] ?? '');
    const isFirst = this.folder.state.isShown !== true;
    say(`Livery runs at ${url} with a PostgreSQL of its own in ${this.settings.dataDir}.\n\n`);
    say(isFirst ? 'The demo, made over the API:\n' : 'The demo is there from an earlier start:\n');
    const objects = await makeObjects(this.folder, operator, client, this.receiver, this.receiverUrl);
    const { apiKeyFile, internalTokenFile } = this.folder;
    say(`${objectsText({ ...objects, apiKeyFile })}\n`);
    await introduce(objects, this.receiver, this.receiverUrl);
    if (isFirst || isCheck) {
      say('What happened:\n');
      say(`${resultText(await this.show(objects, operator, ended))}\n`);
      this.folder.note({ isShown: true });
    }
    this.receiver.onArrival = (arrival) => say(`\n${arrivalText(arrival)}`);
    const tokenFile = this.settings.internalToken === null ? internalTokenFile : null;
    const link = `/internal/partner/${objects.partnerId}/portalLink`;
    const { url: consoleUrl } = await operator.json<{ url: string }>(link, { method: 'POST' });
    say(
      `Where to look:\n${addressesText({ url, consoleUrl, hasMailbox: this.hasMailbox }, apiKeyFile, tokenFile)}`,
    );
  }

  close(): void {
    this.receiver.close();
  }

  private async show(objects: DemoObjects, operator: ServiceClient, ended: AbortSignal) {
    const typeId = `demo-${randomBytes(4).toString('hex')}`;
    const arrivals = this.receiver.refuseOnce(typeId);
    const { accepted } = await operator.json<{ accepted: { deliveries: number }[] }>('/internal/event', {
      method: 'POST',
      body: {
        type: 'document.accepted',
        typeId,
        companyId: DEMO_COMPANY,
        data: demoDocument(typeId),
        company: DEMO_COMPANY_OBJECT,
        emails: [DEMO_EMAIL],
      },
    });
    const attempts = await attemptsOf(objects, typeId, ended);
    const statuses = attempts.map(({ status }) => status).join(', ');
    if (statuses !== '503, 204' || arrivals.length !== 2) {
      throw new CallFailed(`The webhook should have been answered 503, then 204, not ${statuses}.`);
    }
    const deliveries = accepted[0]?.deliveries ?? 0;
    const email = await this.emailAbout(objects, typeId, ended);
    const file = path.join(this.settings.dataDir, 'mail', `${email.id}.eml`);
    const emailFile = this.keepsEmails ? file : null;
    return { typeId, deliveries, attempts, arrivals, email, emailFile };
  }

  /**
   * Waits for the one email about a document, and checks it.
   * @throws CallFailed
   */
  private async emailAbout(
    { partner, templateId }: DemoObjects,
    typeId: string,
    ended: AbortSignal,
  ): Promise<SentEmail> {
    const email = await eventually(ended, async () => {
      const [found] = await partner.json<SentEmail[]>(`/partner/email?typeId=${typeId}`);
      if (found === undefined) throw new CallFailed('The event led to no email of the demo partner.');
      return found.status === 'pending' ? null : found;
    });
    if (email?.status !== 'succeeded' || email.templateId !== templateId) {
      throw new CallFailed(
        `The email should have been sent with template ${templateId}: ${JSON.stringify(email)}`,
      );
    }
    if (!this.hasMailbox) return email;
    const html = await partner.text(`/mailbox/${email.id}/html`);
    if (!html.includes(`Hello ${DEMO_EMAIL.clientFirstName},`)) {
      throw new CallFailed(`The email ${email.id} does not greet its recipient.`);
    }
    return email;
  }

  /** True if emails are kept in the data folder, because no mail server is set. */
  private get keepsEmails(): boolean {
    return this.settings.smtpRelays.length === 0;
  }

  /** True if the kept emails can be read at `/mailbox`. A service that other machines can reach has no mailbox. */
  private get hasMailbox(): boolean {
    return isLocalTrial(this.settings, 'localhost');
  }
}

/** Waits until the one delivery about a document succeeds. Returns its attempts. */
async function attemptsOf(
  { partner, subscriptionId }: DemoObjects,
  typeId: string,
  ended: AbortSignal,
): Promise<readonly AttemptView[]> {
  const query = `subscriptionId=${subscriptionId}&typeId=${typeId}`;
  const delivery = await eventually(ended, async () => {
    const [found] = await partner.json<LoggedDelivery[]>(`/partner/delivery?${query}`);
    if (found === undefined) {
      throw new CallFailed(
        'The event led to no delivery: the demo subscription is deleted, not active or changed.',
      );
    }
    return found.status === 'pending' ? null : found;
  });
  if (delivery?.status !== 'succeeded') {
    throw new CallFailed(`The webhook did not arrive: ${JSON.stringify(delivery)}`);
  }
  return (await partner.json<{ attempts: AttemptView[] }>(`/partner/delivery/${delivery.id}`)).attempts;
}

/** Looks repeatedly until there is a result; null if it takes too long. */
async function eventually<Seen>(ended: AbortSignal, look: () => Promise<Seen | null>): Promise<Seen | null> {
  const giveUpAt = performance.now() + WAIT_MS;
  for (;;) {
    const seen = await look();
    if (seen !== null || performance.now() > giveUpAt) return seen;
    await delay(LOOK_EVERY_MS, undefined, { signal: ended });
  }
}

function given(environment: Environment, name: string): string | undefined {
  const value = environment[name]?.trim();
  return value === '' ? undefined : value;
}

function joined(list: string | undefined, entry: string): string {
  return list === undefined || list.trim() === '' ? entry : `${list},${entry}`;
}

function afterOneSecond(): string {
  return ['1s', ...DEFAULT_RETRY_SCHEDULE.split(',').slice(1)].join();
}

function say(text: string): void {
  process.stdout.write(text);
}
