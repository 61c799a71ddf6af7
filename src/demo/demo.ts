import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { DEFAULT_RETRY_SCHEDULE, Settings } from '../shared/settings.js';
import { DemoFolder } from './demo-folder.js';
import { DEMO_COMPANY, type DemoObjects, introduce, makeObjects } from './demo-objects.js';
import { DemoReceiver } from './demo-receiver.js';
import { addressesText, arrivalText, type AttemptView, happeningText, objectsText } from './demo-report.js';
import { DEMO_VARIABLES, demoDocument } from './demo-template.js';
import { receiverIdentity } from './receiver/receiver-identity.js';
import { CallFailed, ServiceClient } from './service-client.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** There can be no demo here; the message says why. */
export class NoDemo extends Error {}

const WAIT_MS = 60_000;
const LOOK_EVERY_MS = 100;

interface LoggedDelivery {
  readonly id: string;
  readonly status: string;
  readonly attemptCount: number;
  readonly lastStatus: number | null;
  readonly lastError: string | null;
}

/**
 * What a first start shows (CONTRACT 8): a partner with a template and a subscription, and an event on its way through
 * a failure to a receiver that runs in this process. The demo knows the service by its HTTP API alone.
 */
export class Demo {
  private constructor(
    /** What the service has to be started with: what was given, and what the demo needs. */
    readonly environment: Environment,
    private readonly folder: DemoFolder,
    private readonly settings: Settings,
    private readonly receiver: DemoReceiver,
    private readonly receiverUrl: string,
  ) {}

  /**
   * Gets everything ready that the service does not have to be there for: folder, secrets, receiver.
   * @throws InvalidSettings
   * @throws NoDemo
   */
  static async prepare(environment: Environment): Promise<Demo> {
    const settings = new Settings(environment);
    if (settings.databaseUrl !== null) {
      throw new NoDemo('DATABASE_URL is set: no demo is created in a database that is not its own.');
    }
    const folder = DemoFolder.open(settings.dataDir);
    if (folder === null) {
      throw new NoDemo(`${settings.dataDir} holds data already, and no demo: none is created there.`);
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
      // The first retry comes while one is still looking; only faults and what the demo tells are to be read.
      WEBHOOK_RETRY_SCHEDULE: given(environment, 'WEBHOOK_RETRY_SCHEDULE') ?? afterOneSecond(),
      LOG_LEVEL: given(environment, 'LOG_LEVEL') ?? 'warn',
    };
    return new Demo(forDemo, folder, settings, receiver, url);
  }

  /**
   * Shows the demo at the service: all of it at the first start, where to look at later ones.
   * @param isCheck sends an event at later starts too.
   * @param ended ends the demo early.
   * @throws CallFailed when the service, or the demo in it, is not as it should be
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
      say(`${happeningText(await this.show(objects, operator, ended))}\n`);
      this.folder.note({ isShown: true });
    }
    this.receiver.onArrival = (arrival) => say(`\n${arrivalText(arrival)}`);
    const tokenFile = this.settings.internalToken === null ? internalTokenFile : null;
    const link = `/internal/partner/${objects.partnerId}/portalLink`;
    const { url: consoleUrl } = await operator.json<{ url: string }>(link, { method: 'POST' });
    say(`Where to look:\n${addressesText({ url, consoleUrl }, apiKeyFile, tokenFile)}`);
  }

  close(): void {
    this.receiver.close();
  }

  private async show(objects: DemoObjects, operator: ServiceClient, ended: AbortSignal) {
    const emailBytes = await this.render(objects);
    const typeId = `demo-${randomBytes(4).toString('hex')}`;
    const arrivals = this.receiver.refuseOnce(typeId);
    const { accepted } = await operator.json<{ accepted: { deliveries: number }[] }>('/internal/event', {
      method: 'POST',
      body: { type: 'document.accepted', typeId, companyId: DEMO_COMPANY, data: demoDocument(typeId) },
    });
    const attempts = await attemptsOf(objects, typeId, ended);
    const statuses = attempts.map(({ status }) => status).join(', ');
    if (statuses !== '503, 204' || arrivals.length !== 2) {
      throw new CallFailed(`The webhook should have been answered 503, then 204, not ${statuses}.`);
    }
    const deliveries = accepted[0]?.deliveries ?? 0;
    return { typeId, deliveries, attempts, arrivals, emailFile: this.folder.emailFile, emailBytes };
  }

  private async render({ partner, templateId }: DemoObjects): Promise<number> {
    const html = await partner.text(`/partner/emailTemplate/${templateId}/render`, {
      method: 'POST',
      body: { data: DEMO_VARIABLES },
    });
    if (!html.includes(`Hello ${DEMO_VARIABLES.clientFirstName},`)) {
      throw new CallFailed(`The test render of template ${templateId} does not greet anybody.`);
    }
    this.folder.saveEmail(html);
    return Buffer.byteLength(html);
  }
}

/** The attempts of the one delivery about a document, once it is delivered. */
async function attemptsOf(
  { partner, subscriptionId }: DemoObjects,
  typeId: string,
  ended: AbortSignal,
): Promise<readonly AttemptView[]> {
  const giveUpAt = performance.now() + WAIT_MS;
  const query = `subscriptionId=${subscriptionId}&typeId=${typeId}`;
  for (;;) {
    const [delivery] = await partner.json<LoggedDelivery[]>(`/partner/delivery?${query}`);
    if (delivery === undefined) {
      throw new CallFailed(
        'The event led to no delivery: the demo subscription is deleted, not active or changed.',
      );
    }
    if (delivery.status === 'succeeded') {
      const { attempts } = await partner.json<{ attempts: AttemptView[] }>(
        `/partner/delivery/${delivery.id}`,
      );
      return attempts;
    }
    if (delivery.status !== 'pending' || performance.now() > giveUpAt) {
      const { status, attemptCount, lastStatus, lastError } = delivery;
      throw new CallFailed(
        `The webhook did not arrive: ${status} after ${attemptCount} attempts, the last one ${lastStatus ?? lastError}.`,
      );
    }
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
