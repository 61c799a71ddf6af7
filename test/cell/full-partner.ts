import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { eventOf, eventually, report, subscribe } from '../delivery/deliveries.js';
import { emailTo, mailsTo } from '../email/emails.js';
import { contactOf, unconfirmedContact } from '../notice/notices.js';
import type { Json, TestAnswer, TestApp, TestPartner } from '../support/app.js';
import type { Receiver } from '../support/receiver.js';
import type { SmtpReceiver } from '../support/smtp.js';
import { partnerIn } from './two-cells.js';

export const ORDERED = 5;
export const LIMITED = 20;
const SNIPPET = '<p>Regards</p>';
const TEMPLATE = { name: 'Offer', type: 'html', parser: 'hbs', data: '<p>{{client.n}}</p>{{> footer}}' };
/** For a client with a list, takes longer to render than an email may. */
const ENDLESS = `<p>{{client.n}}</p>${'{{#each @root.client.n}}'.repeat(9)}x${'{{/each}}'.repeat(9)}{{> footer}}`;

/** A partner with objects of every kind: settings, histories, and waiting work. */
export class FullPartner {
  readonly subscriptions = { ordered: 0, limited: 0, plain: 0 };
  readonly links = { portal: '', confirmation: '' };
  readonly idempotent = { 'idempotency-key': randomUUID() };
  /** The newest entry of the feed when everything was created. */
  lastOfFeed = '';
  templateId = 0;
  /** While true, the relay and the receiver refuse everything, except for the plain subscription. */
  isRefusing = true;

  private constructor(
    readonly partner: TestPartner,
    private readonly relay: SmtpReceiver,
    private readonly receiver: Receiver,
  ) {}

  static async in(cell: string, app: TestApp, relay: SmtpReceiver, receiver: Receiver): Promise<FullPartner> {
    const full = new FullPartner(await partnerIn(cell, app, [910]), relay, receiver);
    await full.makeSettings(app);
    await full.makeHistory(app);
    await full.makeWork(app);
    return full;
  }

  call(app: TestApp, method: string, path: string, body?: Json, headers = {}): Promise<TestAnswer> {
    const options = { key: this.partner.key, headers, ...(body !== undefined && { body }) };
    return app.request(method, `/partner/${path}`, options);
  }

  /** Everything in the API that a move must not change. */
  async settings(app: TestApp): Promise<Json> {
    const { templateId, partner } = this;
    const read = async (path: string) => (await this.call(app, 'GET', path)).body;
    return {
      template: await read(`emailTemplate/${templateId}`),
      versions: await read(`emailTemplate/${templateId}/versions`),
      draft: await read(`emailTemplate/${templateId}/draft`),
      snippets: await read('emailSnippet'),
      assignments: await read('emailTemplateAssignment'),
      contacts: await read('contact'),
      events: (await read('event'))
        .filter(({ type }: Json) => type.startsWith('document.'))
        .map(({ id, typeId, createdAt, data }: Json) => ({ id, typeId, createdAt, data })),
      secret: await read(`webhookSubscription/${this.subscriptions.plain}/secret`),
      sender: (await app.internal('GET', `/internal/partner/${partner.id}/sender`)).body,
      keys: (await app.internal('GET', `/internal/partner/${partner.id}/apiKey`)).body.map((key: Json) => ({
        ...key,
        lastUsedAt: null,
      })),
      suppressed: (await app.internal('GET', '/internal/suppression')).body,
    };
  }

  /** The ids in the plain subscription's feed after one of them. */
  async feedAfter(app: TestApp, after: string): Promise<string[]> {
    const { plain } = this.subscriptions;
    const query = after === '' ? '' : `?after=${after}`;
    const answer = await this.call(app, 'GET', `webhookSubscription/${plain}/feed${query}`);
    return answer.body.map(({ id }: Json) => id);
  }

  /** Creates a subscription, always with the same `Idempotency-Key`. */
  async createIdempotently(app: TestApp): Promise<Json> {
    const body = { type: 'document.denied', isActive: false, url: this.receiver.url, includePaths: [] };
    const { status, body: answer } = await this.call(
      app,
      'POST',
      'webhookSubscription',
      body,
      this.idempotent,
    );
    return { status, id: answer.id };
  }

  private async makeSettings(app: TestApp): Promise<void> {
    const { partner, relay } = this;
    const done = async (answer: Promise<TestAnswer>): Promise<Json> => {
      const { status, body, text } = await answer;
      if (status >= 300) throw new Error(`Not made: ${text}`);
      return body;
    };
    const call = (method: string, path: string, body?: Json) => done(this.call(app, method, path, body));
    await call('POST', 'emailSnippet', { name: 'footer', type: 'html', data: SNIPPET });
    const template = await call('POST', 'emailTemplate', TEMPLATE);
    this.templateId = template.id;
    await call('PUT', `emailTemplate/${template.id}`, { data: ENDLESS });
    await call('PUT', `emailTemplate/${template.id}/draft`, { name: 'Winter' });
    await call('PUT', 'emailTemplateAssignment/document', { templateId: template.id, subject: 'Your offer' });
    await contactOf(app, relay, partner, { email: 'ops@acme.example', notices: ['emailTemplate.fallback'] });
    this.links.confirmation = await unconfirmedContact(app, relay, partner, {
      email: 'late@acme.example',
      notices: [],
    });
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const dkim = {
      domain: 'acme.example',
      selector: 's1',
      privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    };
    const ofPartner = `/internal/partner/${partner.id}`;
    await done(app.internal('PUT', `${ofPartner}/sender`, { from: 'a@acme.example', dkim }));
    const portal = await done(app.internal('POST', `${ofPartner}/portalLink`));
    this.links.portal = portal.url.split('=').at(-1);
    const at = (path: string, members = {}) =>
      subscribe(app, partner, this.receiver, { url: `${this.receiver.url}${path}`, ...members });
    this.subscriptions.plain = (await at('/plain', { type: 'document.viewed' })).id;
    this.subscriptions.ordered = (
      await at('/ordered', { type: 'document.sent', ordering: 'document', includePaths: ['*'] })
    ).id;
    this.subscriptions.limited = (await at('/limited', { type: 'document.created', maxPerSecond: 1 })).id;
    await this.createIdempotently(app);
  }

  /** Creates a sent email, an email with an unsubscribed recipient, and an ended delivery. */
  private async makeHistory(app: TestApp): Promise<void> {
    const { partner, relay } = this;
    const to = 'left@client.example';
    await report(app, eventOf(partner, { type: 'document.viewed', emails: [emailTo(to)] }));
    const [mail] = await mailsTo(relay, to);
    const header = mail?.parsed.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? '';
    const path = new URL(header.slice(1, -1)).pathname;
    if ((await app.request('POST', path)).status !== 200) throw new Error(`Not unsubscribed: ${header}`);
    const { plain } = this.subscriptions;
    await eventually(
      async () => (await this.call(app, 'GET', `delivery?subscriptionId=${plain}&status=succeeded`)).body,
      (deliveries) => deliveries.length === 1,
    );
    const feed = await eventually(
      () => this.feedAfter(app, ''),
      ({ length }) => length === 1,
    );
    this.lastOfFeed = feed[0] ?? '';
  }

  /** From now on the relay and the receiver refuse everything. */
  private async makeWork(app: TestApp): Promise<void> {
    const { partner, relay, receiver } = this;
    relay.answer = () => (this.isRefusing ? { to: 'recipient', status: 451 } : undefined);
    receiver.answer = ({ path }) => (this.isRefusing && !path.endsWith('/plain') ? 503 : 204);
    const client = { n: Array.from({ length: 30 }, (_, index) => index) };
    await report(
      app,
      eventOf(partner, { type: 'document.answered', emails: [emailTo('late@client.example', { client })] }),
    );
    for (let number = 1; number <= ORDERED; number++)
      await report(app, eventOf(partner, { type: 'document.sent', typeId: 'ordered', data: { number } }));
    await report(
      app,
      Array.from({ length: LIMITED }, () => eventOf(partner, { type: 'document.created' })),
    );
    const waiting = () =>
      app.database.query('SELECT FROM email_attempt WHERE partner_id = $1 AND failures > 0', [partner.id]);
    await eventually(waiting, ({ rowCount }) => rowCount !== 0);
    // Its template has failed too.
    await eventually(
      async () => (await this.call(app, 'GET', 'event?type=emailTemplate.fallback')).body,
      (events) => events.length === 1,
    );
  }
}
