import { eventOf, eventually, logOf, report, subscribe } from '../delivery/deliveries.js';
import { emailTo } from '../email/emails.js';
import { startApp, type Json, type TestApp, type TestPartner } from '../support/app.js';
import { documentedRoutes, type DocumentedRoute } from '../support/documented.js';
import { startReceiver, type Receiver } from '../support/receiver.js';

/** A route of one object: its path names the kind of object and contains the id. */
interface ObjectRoute extends DocumentedRoute {
  readonly kind: string;
}

/** The kinds of email are the same for all partners. Statistics and the stream have suites of their own. */
const NOT_A_LIST = [
  // Every partner here has a key of its own.
  '/partner/apiKey',
  // Every partner here has a company of its own.
  '/partner/company',
  '/partner/delivery/count',
  '/partner/emailKind',
  // They show the partner's own values or those of the service.
  '/partner/emailSender',
  '/partner/session',
  '/partner/statistics',
  '/partner/stream',
];

describe('A partner', () => {
  let app: TestApp;
  let receiver: Receiver;
  let owner: TestPartner;
  let stranger: TestPartner;
  let routes: DocumentedRoute[];
  /** Ids of the owner's objects, by kind: the segment of the path after /partner. */
  let ids: ReadonlyMap<string, string>;

  beforeAll(async () => {
    receiver = await startReceiver();
    app = await startApp(receiver.environment);
    owner = await app.partner();
    stranger = await app.partner();
    routes = (await documentedRoutes(app)).filter(({ path }) => path.startsWith('/partner/'));
    const template = await app.request('POST', '/partner/emailTemplate', {
      key: owner.key,
      body: { type: 'html', data: '<p>Hello</p>' },
    });
    await app.request('PUT', '/partner/emailTemplateAssignment/document', {
      key: owner.key,
      body: { templateId: template.body.id, companyId: owner.companyId },
    });
    const snippet = await app.request('POST', '/partner/emailSnippet', {
      key: owner.key,
      body: { name: 'header', type: 'html', data: '<p>Hello</p>' },
    });
    const subscription = await subscribe(app, owner, receiver);
    await report(app, eventOf(owner, { emails: [emailTo('ada@client.example')] }));
    // All work is done when the tests begin, so nothing changes by itself.
    const [delivery] = await logOf(app, owner, '', ([first]) => first?.status === 'succeeded');
    const readEmails = () => app.request('GET', '/partner/email', { key: owner.key });
    const { body: emails } = await eventually(readEmails, ({ body }) => body[0]?.status === 'succeeded');
    const readSubscription = () =>
      app.request('GET', `/partner/webhookSubscription/${subscription.id}`, { key: owner.key });
    await eventually(readSubscription, ({ body }) => body.lastActiveAt !== null);
    const { body: events } = await app.request('GET', '/partner/event', { key: owner.key });
    const contact = await app.request('POST', '/partner/contact', {
      key: owner.key,
      body: { email: 'ops@owner.example', language: 'en' },
    });
    const { body: keys } = await app.request('GET', '/partner/apiKey', { key: owner.key });
    ids = new Map([
      ['apiKey', String(keys[0].id)],
      ['contact', String(contact.body.id)],
      ['emailTemplate', String(template.body.id)],
      ['emailSnippet', String(snippet.body.id)],
      ['webhookSubscription', String(subscription.id)],
      ['delivery', delivery.id],
      ['email', emails[0].id],
      ['event', events[0].id],
    ]);
  });

  afterAll(async () => {
    await app.stop();
    await receiver.stop();
  });

  const objectRoutes = (): ObjectRoute[] =>
    routes
      .filter(({ path }) => path.includes('/{id}'))
      .map((route) => ({ ...route, kind: route.path.split('/')[2] ?? '' }));

  /** The documented example of the body, so that only the id is wrong. */
  const bodyOf = ({ operation, document }: DocumentedRoute): Json => {
    const schema = operation.requestBody?.content?.['application/json']?.schema;
    if (schema === undefined) return undefined;
    const { properties } = document.components.schemas[schema.$ref.split('/').at(-1)];
    const examples = Object.entries<Json>(properties).filter(([, member]) => 'example' in member);
    return Object.fromEntries(examples.map(([name, { example }]) => [name, example]));
  };

  const call = (route: DocumentedRoute, id: string, key: string) =>
    app.request(route.method, route.path.replace('{id}', id).replace(/\{\w+\}/, '1'), {
      key,
      body: bodyOf(route),
    });

  it('has ids of every kind of object in the document', () => {
    expect(new Set(objectRoutes().map(({ kind }) => kind))).toEqual(new Set(ids.keys()));
  });

  it('gets the same answer for another partner’s object as for one that does not exist, on every route', async () => {
    for (const route of objectRoutes()) {
      const id = ids.get(route.kind) ?? '';
      const unknown = /^\d+$/.test(id) ? '2000000000' : `${id.slice(0, -4)}AAAA`;
      const [foreign, absent] = [
        await call(route, id, stranger.key),
        await call(route, unknown, stranger.key),
      ];
      const place = `${route.method} ${route.path}`;
      expect([place, foreign.status, absent.status]).toEqual([place, 404, 404]);
      const { requestId: _first, instance: _here, ...foreignProblem } = foreign.body;
      const { requestId: _second, instance: _there, ...absentProblem } = absent.body;
      expect(foreignProblem).toEqual(absentProblem);
    }
  });

  it('cannot change any object of another partner', async () => {
    const read = () =>
      Promise.all(
        [...ids].map(
          async ([kind, id]) => (await app.request('GET', `/partner/${kind}/${id}`, { key: owner.key })).body,
        ),
      );
    const before = await read();
    for (const route of objectRoutes()) await call(route, ids.get(route.kind) ?? '', stranger.key);
    expect(await read()).toEqual(before);
  });

  it('sees no object of another partner in any list', async () => {
    const lists = routes.filter(
      ({ method, path }) => method === 'GET' && !path.includes('{') && !NOT_A_LIST.includes(path),
    );
    expect(lists.length).toBeGreaterThanOrEqual(ids.size);
    for (const { path } of lists) {
      for (const query of ['', '?deleted=true']) {
        const { status, body } = await app.request('GET', path + query, { key: stranger.key });
        if (status !== 400) expect([path, body]).toEqual([path, []]);
      }
    }
    const { body: companies } = await app.request('GET', '/partner/company', { key: stranger.key });
    expect(companies).toEqual([expect.objectContaining({ companyId: stranger.companyId })]);
  });

  it('needs a credential on every route, and the scope write on every route that writes', async () => {
    const reader = await app.partner({ scopes: ['read'] });
    for (const route of routes) {
      const path = route.path.replaceAll(/\{\w+\}/g, '1');
      const place = `${route.method} ${route.path}`;
      const bare = await app.request(route.method, path);
      expect([place, bare.status, bare.headers.get('www-authenticate')]).toEqual([place, 401, 'Bearer']);
      const isSecret = route.path.endsWith('/secret');
      const readsOnly = (route.method === 'GET' && !isSecret) || /\/(render|preview|validate)$/.test(path);
      const { status } = await call(route, '1', reader.key);
      expect([place, status === 403]).toEqual([place, !readsOnly]);
    }
  });
});
